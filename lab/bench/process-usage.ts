import { readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a millisecond: 100 a second, on every Linux that is in use. */
const MS_PER_TICK = 10;
const KIB_PER_MIB = 1_024;

/** What a process takes. */
export interface ProcessUsage {
  /** Resident memory. */
  readonly rssMiB: number;
  /** Processor time since its start. */
  readonly cpuMs: number;
  /** Whether the Temporal SDK's native part is mapped into it. */
  readonly hasNativeCore: boolean;
}

/**
 * Looks at a process.
 *
 * @throws {Error} On a system without `/proc`.
 */
export async function readUsage(pid: number): Promise<ProcessUsage> {
  const [status, stat, maps] = await Promise.all(
    ['status', 'stat', 'maps'].map(async (file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
  );
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  return {
    rssMiB: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1]) / KIB_PER_MIB,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
    hasNativeCore: /core-bridge.*\.node$/m.test(maps ?? ''),
  };
}
