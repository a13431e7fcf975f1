import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
export const TEST_MANIFEST = fileURLToPath(new URL('test-manifest.yaml', import.meta.url));
/** Tools that choose the Workflow IDs of their tasks. */
export const OWN_IDS_MANIFEST = fileURLToPath(new URL('manifests/own-ids.yaml', import.meta.url));
/** Tools that adopt executions of other starters as tasks. */
export const ADOPTION_MANIFEST = fileURLToPath(new URL('manifests/adoption.yaml', import.meta.url));
export const EVERYBODYS_MANIFEST = fileURLToPath(
  new URL('manifests/everybodys.yaml', import.meta.url),
);
/** The secret of every server process of a run, so that each process can answer for the tasks of the others. */
export const TEST_SECRET = 'a secret that all test servers share, 32 bytes and more';

export interface TestServerOptions {
  /** Task Queue that the manifest's tools use. */
  readonly taskQueue: string;
  /** Default: the dev server of this jest run. */
  readonly temporalAddress?: string;
  readonly manifest?: string;
  /** Path of the program. Default: the program that this clone has compiled. */
  readonly cli?: string;
  /** Path of the Node that runs it. Default: the Node of this process. */
  readonly node?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** More arguments of the command line. */
  readonly args?: readonly string[];
}

export interface TestServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** The log so far. */
  readonly log: () => string;
  /** Sends SIGTERM, and waits for the end. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, and waits for the end. */
  readonly kill: () => Promise<void>;
}

/** The address of the dev server that jest's global setup has started, or of the configured service. */
export function temporalAddress(): string {
  const address = process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'];
  if (address === undefined) throw new Error('There is no Temporal for this test run.');
  return address;
}

/** The environment and arguments of a server process, for suites that start one over stdio themselves. */
export function serverCommand(
  transport: '--http' | '--stdio',
  options: TestServerOptions,
): { command: string; args: string[]; env: Record<string, string> } {
  const manifest = options.manifest ?? TEST_MANIFEST;
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: options.temporalAddress ?? temporalAddress(),
    TEMPORAL_MCP_TASKS_SECRET: TEST_SECRET,
    TEST_TASK_QUEUE: options.taskQueue,
    ...options.environment,
  };
  const args = [
    options.cli ?? CLI,
    'serve',
    transport,
    '--manifest',
    manifest,
    ...(options.args ?? []),
  ];
  return {
    command: options.node ?? process.execPath,
    args: transport === '--http' ? [...args, '--port', '0'] : args,
    env: Object.fromEntries(
      Object.entries<string | undefined>(env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  };
}

/** Starts a separate server process over HTTP, and resolves once it listens. */
export async function startMcpServer(options: TestServerOptions): Promise<TestServer> {
  const { command, args, env } = serverCommand('--http', options);
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const match = /"url":"([^"]+)"/.exec(log);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    void exited.then(() => {
      reject(new Error(`The server ended before it listened:\n${log}`));
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    url,
    child,
    log: () => log,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  };
}
