import { closeSync, openSync } from 'node:fs';

/** Returns true if the process was started in a terminal. Windows has no such file. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

const hadTerminal = hasTerminal();

/** Returns true if the process was started in a terminal that has been closed. On Windows, SIGHUP always means that. */
export function hasTerminalGone(): boolean {
  return process.platform === 'win32' || (hadTerminal && !hasTerminal());
}
