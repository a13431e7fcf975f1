import { spawnSync } from 'node:child_process';

/**
 * Returns true if a process still runs. An ended process that its parent has not reaped counts as ended: in a container
 * an orphan may stay so for ever.
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
