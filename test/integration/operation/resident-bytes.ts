import { execFileSync } from 'node:child_process';

/** The resident memory of a process in bytes, from the kernel. */
export function residentBytes(pid: number | undefined): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kib) * 1024;
}
