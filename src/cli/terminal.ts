import { closeSync, openSync } from 'node:fs';

/** Whether there is a terminal that the process was started in. Windows has no such file. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

const hadTerminal = hasTerminal();

/** Whether the process was started in a terminal that has been closed. On Windows, SIGHUP says nothing else. */
export function hasTerminalGone(): boolean {
  return process.platform === 'win32' || (hadTerminal && !hasTerminal());
}
