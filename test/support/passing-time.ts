import { afterAll, beforeAll, jest } from '@jest/globals';

/**
 * Lets time pass for the code of this process, at once. It moves the clock of `performance.now()`, and no timer.
 *
 * @returns A function that moves the clock on. It is right again after the tests, since no clock goes back.
 */
export function withPassingTime(): (ms: number) => void {
  let passedMs = 0;
  const now = performance.now.bind(performance);
  beforeAll(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });
  return (ms) => {
    passedMs += ms;
  };
}
