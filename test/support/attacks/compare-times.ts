/** Measures the duration of an action in milliseconds. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/**
 * The probability that the one takes longer than the other, from 0 to 1: 0.5 if their times do not differ. It is the
 * statistic of Mann and Whitney. Only ranks count, so that a pause of the machine is one sample, however long it is.
 * The standard error is about `sqrt(1 / (6 * samples))`.
 *
 * @param samples Number of samples of each, taken in turns, so that other work of the machine affects both.
 */
export async function compareTimes(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  samples: number,
): Promise<number> {
  const ones: number[] = [];
  const others: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    // They take turns at the first place.
    if (sample % 2 === 0) ones.push(await timed(one));
    others.push(await timed(other));
    if (sample % 2 === 1) ones.push(await timed(one));
  }
  const longer = ones.map((ms) => others.filter((otherMs) => ms > otherMs).length);
  return longer.reduce((sum, count) => sum + count, 0) / samples ** 2;
}
