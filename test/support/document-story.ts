import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Block } from './documents.js';
import { within } from './eventually.js';
import { type CliProcess, startCli } from './start-cli.js';
import { TEST_SECRET } from './start-mcp-server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(root, 'dist/src/cli/main.js');
const COMMAND_TIMEOUT_MS = 60_000;

/** The file of a block whose first line has its name; `undefined` for any other block. */
export function toFile({ language, code }: Block): { name: string; text: string } | undefined {
  const [first = ''] = code.split('\n');
  const name = /^(?:\/\/|#) (\S+\.\w+)$/.exec(first)?.[1];
  return name === undefined || language === 'sh' ? undefined : { name, text: code };
}

/** A folder in which a test follows a document, with this program on the PATH and this package's libraries. */
export class StoryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'story-'));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running: CliProcess[] = [];

  constructor(environment: NodeJS.ProcessEnv) {
    const bin = join(this.path, 'bin');
    mkdirSync(bin);
    const own = join(bin, 'temporal-mcp-tasks');
    writeFileSync(own, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
    chmodSync(own, 0o755);
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'));
    this.#environment = {
      ...environment,
      PATH: [bin, process.env['PATH']].join(delimiter),
      TEMPORAL_MCP_TASKS_SECRET: TEST_SECRET,
    };
  }

  /** Sets a variable for the commands that follow. */
  set(name: string, value: string): void {
    this.#environment[name] = value;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  /** Runs a line in a shell. @returns Its standard output. */
  async run(line: string): Promise<string> {
    const child = spawn('sh', ['-c', line], {
      cwd: this.path,
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await within(COMMAND_TIMEOUT_MS, once(child, 'close'))) as [number | null];
    if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output}${errors}`);
    return output;
  }

  /** Starts a long-running command of this package, and waits for output that matches `ready`. */
  async start(line: string, ready: RegExp): Promise<RegExpExecArray> {
    const [, ...args] = line.split(' ');
    const running = startCli(args, { cwd: this.path, environment: this.#environment });
    this.#running.push(running);
    return running.untilOutput(ready);
  }

  /**
   * Writes the files of a document and runs its commands, block by block.
   *
   * @param runLine Runs a line. @returns Its output.
   * @returns The outputs that the document shows, and those of the commands in front of them.
   */
  async follow(
    blocks: readonly Block[],
    runLine: (line: string) => Promise<string>,
  ): Promise<{ readonly told: readonly string[]; readonly heard: readonly string[] }> {
    const told: string[] = [];
    const heard: string[] = [];
    let output = '';
    for (const block of blocks) {
      const file = toFile(block);
      if (file) {
        this.write(file.name, file.text);
      } else if (block.language === 'text') {
        told.push(block.code);
        heard.push(output);
      } else {
        output = '';
        for (const line of block.code.trim().split('\n')) output += await runLine(line);
      }
    }
    return { told, heard };
  }

  /** Ends the running commands, and removes the folder. */
  async close(): Promise<void> {
    for (const running of this.#running.reverse()) await running.end('SIGTERM');
    rmSync(this.path, { recursive: true, force: true });
  }
}
