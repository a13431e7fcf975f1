/** How long something took, in milliseconds. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/**
 * The odds that the one takes longer than the other, from 0 to 1: 0.5 where their times tell nothing. That is the
 * statistic of Mann and Whitney, which goes by ranks alone, so that a pause of the machine counts as one sample, however
 * long it is. Its standard error is about `sqrt(1 / (6 * samples))`.
 *
 * @param samples Of each, taken in turns, so that whatever else the machine does is done to both.
 */
export async function compareTimes(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  samples: number,
): Promise<number> {
  const ones: number[] = [];
  const others: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    // Neither is always the first.
    if (sample % 2 === 0) ones.push(await timed(one));
    others.push(await timed(other));
    if (sample % 2 === 1) ones.push(await timed(one));
  }
  const longer = ones.map((ms) => others.filter((otherMs) => ms > otherMs).length);
  return longer.reduce((sum, count) => sum + count, 0) / samples ** 2;
}
