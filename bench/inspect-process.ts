import { readFile } from 'node:fs/promises';

const BYTES_PER_KB = 1024;
const BYTES_PER_MB = 1_000_000;

/** What `/proc` tells of a process. */
export interface ProcessFacts {
  /** Resident memory, in megabytes (10⁶ bytes). */
  readonly rssMb: number;
  /** Whether the Temporal SDK's native part is mapped into it. */
  readonly hasNativeCore: boolean;
}

/** Looks at a process; on a system without `/proc` there is nothing to see. */
export async function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [status, maps] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/maps`, 'utf8'),
    ]);
    const rssKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    return {
      rssMb: (rssKb * BYTES_PER_KB) / BYTES_PER_MB,
      hasNativeCore: /core-bridge.*\.node$/m.test(maps),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
