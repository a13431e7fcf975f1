/** Waits. A process does not live for the sake of this alone. */
export async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
