import { spawnSync } from 'node:child_process';

/**
 * Whether a process still runs. One that has ended but whose parent has not asked for it does not: in a
 * container nobody may ever ask for an orphan.
 */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return !stdout.startsWith('Z');
}
