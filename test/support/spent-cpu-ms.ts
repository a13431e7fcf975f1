/**
 * The CPU time of this process in milliseconds. It measures the cost of a computation; the clock would include the time
 * of other processes.
 */
export function spentCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
