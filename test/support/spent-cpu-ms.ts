/**
 * The time that this process has spent computing, in milliseconds. What a computation costs is told by it and not by the
 * clock, which goes on while others have the processor.
 */
export function spentCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
