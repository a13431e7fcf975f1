import type { JobIds } from './job-contract.js';

/** Names a job for people who look for it at its service; empty before its start. */
export function nameOfJob(ids: JobIds): string {
  return Object.entries(ids)
    .map(([name, id]) => `${name} ${id}`)
    .join(', ');
}
