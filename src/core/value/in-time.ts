/**
 * Returns the result of some work, or the result of `late` after a time limit; `late` may throw. The work itself continues.
 */
export async function inTime<Given, Late>(
  work: Promise<Given>,
  limitMs: number,
  late: () => Late,
): Promise<Given | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  return Promise.race([work, limit.then(late)]).finally(() => {
    clearTimeout(timer);
  });
}
