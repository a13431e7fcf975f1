import { readFile } from 'node:fs/promises';

import { eventually } from './eventually.js';

/** The kernel's state of a process: `T` if it is suspended. `undefined` without `/proc`. */
async function readState(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** Suspends a process, and resolves once the kernel has suspended it. On a busy machine that takes a moment. */
export async function suspendProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await eventually('the process to be suspended', async () => {
    const state = await readState(pid);
    return state === undefined || state === 'T';
  });
}
