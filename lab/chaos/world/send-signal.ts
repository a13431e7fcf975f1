/** Sends a signal to a process, which may have gone in the same moment. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has gone already.
  }
}
