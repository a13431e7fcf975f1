/** Standard output for a single writer. */
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

/**
 * Returns standard output for its caller alone. Everything else in this process that writes there (`console`, loggers,
 * exporters) writes to standard error from now on. Call it before the modules of a user are loaded.
 */
export function keepStdout(): NodeJS.WriteStream {
  const { stdout, stderr } = process;
  const redirected = { value: stderr, configurable: true };
  Object.defineProperty(process, 'stdout', redirected);
  // The global console may have used the former stream already.
  Object.defineProperty(console, '_stdout', redirected);
  WRITERS.forEach(redirect);
  syncBuiltinESMExports();
  return stdout;
}
