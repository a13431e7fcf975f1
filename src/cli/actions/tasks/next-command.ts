import type { DeskFlags } from '../../tasks/desk/open-desk.js';

/** Characters that a shell takes as one word without quotes. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/** Returns the command line for the next step with a task, with the flags for the same server or Temporal. */
export function toNextCommand(command: string, taskId: string, flags: DeskFlags): string {
  const { url, tokenFile, manifest = [], as, profile, address, namespace, dataConverter } = flags;
  const options: readonly (readonly [string, string | undefined])[] = [
    ['--url', url],
    ['--token-file', tokenFile],
    ...manifest.map((path): [string, string] => ['--manifest', path]),
    ['--as', as],
    ['--profile', profile],
    ['--address', address],
    ['--namespace', namespace],
    ['--data-converter', dataConverter],
  ];
  const words = options.flatMap(([name, value]) =>
    value === undefined ? [] : [name, quote(value)],
  );
  return ['temporal-mcp-tasks', 'tasks', command, quote(taskId), ...words].join(' ');
}
