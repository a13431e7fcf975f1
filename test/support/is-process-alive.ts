import { spawnSync } from 'node:child_process';

/**
 * Returns true if a process still runs. A process that has ended but was not reaped by its parent does not run: in a
 * container an orphan may stay so for ever.
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
