import { isTooLarge } from './from-temporal-error.js';

/**
 * Asks for a page of rows, and for half as many as long as the reply is larger than one message may be.
 *
 * @throws {TaskError} `tooLarge` if the first row alone is too large. Else the error of the call.
 */
export async function askFittingPage<Page>(
  rows: number,
  ask: (rows: number) => Promise<Page>,
): Promise<Page> {
  try {
    return await ask(rows);
  } catch (error) {
    if (rows === 1 || !isTooLarge(error)) throw error;
    return askFittingPage(Math.floor(rows / 2), ask);
  }
}
