/** Standard output belongs to the answer of a command that a program reads. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STDOUT = 1;
const STDERR = 2;
/** Functions whose first argument can be a file descriptor. Loggers, such as pino, write with them. */
const WRITERS = [
  ...(['write', 'writeSync', 'writev', 'writevSync'] as const),
  ...(['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'] as const),
];

function redirect(name: (typeof WRITERS)[number]): void {
  const original = fs[name] as (...args: unknown[]) => unknown;
  const redirected = (target: unknown, ...rest: unknown[]): unknown =>
    original(target === STDOUT ? STDERR : target, ...rest);
  // `util.promisify` reads properties of some of them.
  Reflect.set(
    fs,
    name,
    Object.defineProperties(redirected, Object.getOwnPropertyDescriptors(original)),
  );
}

let kept: NodeJS.WriteStream | undefined;

/** The stream for the answer of a command: standard output, also where it is kept. */
export function answerStream(): NodeJS.WriteStream {
  return kept ?? process.stdout;
}

/**
 * Keeps standard output for the answer alone. Everything else in this process that writes there (`console`, loggers,
 * exporters) writes to standard error from now on. Call it before the modules of a user are loaded.
 */
export function keepStdout(): void {
  const { stdout, stderr } = process;
  kept = stdout;
  const redirected = { value: stderr, configurable: true };
  Object.defineProperty(process, 'stdout', redirected);
  // The global console may have used the former stream already.
  Object.defineProperty(console, '_stdout', redirected);
  WRITERS.forEach(redirect);
  syncBuiltinESMExports();
}
