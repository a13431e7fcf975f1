import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPTS = new URL('../../../scripts/', import.meta.url);
const { isInstalled } = (await import(new URL('postgres/installation.mjs', SCRIPTS).href)) as {
  readonly isInstalled: () => boolean;
};
const { readCounts } = (await import(new URL('postgres/metrics.mjs', SCRIPTS).href)) as {
  readonly readCounts: (addresses: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};
/** Prints its environment, and ends with its standard input, also if this process is killed. */
const COMMAND =
  'echo "$TEMPORAL_ADDRESS $TEMPORAL_METRICS $TEMPORAL_PID_FILES"; exec cat >/dev/null';

/** Returns true if `npm run with-postgres` starts without a build. */
export const isPostgresInstalled = isInstalled;

/** A Temporal Service on PostgreSQL, with two frontends. */
export interface PostgresService {
  readonly address: string;
  /** Number of client requests that the service has counted for an operation of the namespace. */
  readonly countRequests: (operation: string) => Promise<number>;
  /** Sends SIGKILL to the process that is only a frontend. It starts again by itself. */
  readonly killFrontend: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts the service by `npm run with-postgres`. */
export async function startPostgresService(): Promise<PostgresService> {
  const script = fileURLToPath(new URL('with-postgres.mjs', SCRIPTS));
  const child = spawn(process.execPath, [script, 'sh', '-c', COMMAND], { stdio: 'pipe' });
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then(() => {
      reject(new Error(`The service on PostgreSQL did not start:\n${log}`));
    });
  });
  const [address = '', metrics = '', pidFiles = ''] = line.split(' ');
  return {
    address,
    countRequests: async (operation) =>
      (await readCounts(metrics.split(','))).get(`service_requests ${operation}`) ?? 0,
    killFrontend: () => {
      process.kill(Number(readFileSync(pidFiles.split(',')[1] ?? '', 'utf8')), 'SIGKILL');
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
