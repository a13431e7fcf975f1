import { readFile } from 'node:fs/promises';

/** Duration of a kernel clock tick, in milliseconds. All common Linux systems have 100 ticks a second. */
const MS_PER_TICK = 10;
const KIB_PER_MIB = 1_024;

export interface ProcessUsage {
  readonly rssMiB: number;
  /** Processor time since its start. */
  readonly cpuMs: number;
  /** True if the Temporal SDK's native library is mapped into the process. */
  readonly hasNativeCore: boolean;
}

/**
 * Reads the usage of a process from `/proc`.
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
