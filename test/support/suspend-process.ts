import { readFile } from 'node:fs/promises';

import { eventually } from './eventually.js';

/** What the kernel says of the state of a process: `T` for one that is suspended. `undefined` where it has no `/proc`. */
async function readState(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** Suspends a process, and resolves when it does nothing more: on a busy machine that takes a moment. */
export async function suspendProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually('the process to be suspended', async () => {
    const state = await readState(pid);
    return state === undefined || state === 'T';
  });
}
