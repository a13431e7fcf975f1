import { execFileSync } from 'node:child_process';

/** What a process holds in memory, as the kernel sees it. */
export function residentBytes(pid: number | undefined): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kib) * 1024;
}
