import { isTooLarge } from './from-temporal-error.js';

/**
 * Fetches a page of rows. While the reply is larger than one message may be, it tries half as many rows.
 *
 * @throws {TaskError} `tooLarge` if the first row alone is too large. Else the error of the call.
 */
export async function fetchFittingPage<Page>(
  rows: number,
  fetchPage: (rows: number) => Promise<Page>,
): Promise<Page> {
  try {
    return await fetchPage(rows);
  } catch (error) {
    if (rows === 1 || !isTooLarge(error)) throw error;
    return fetchFittingPage(Math.floor(rows / 2), fetchPage);
  }
}
