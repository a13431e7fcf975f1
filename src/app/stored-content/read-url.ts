import { isTaskError } from '../../core/errors.js';
import { resourceNotFound } from '../../core/task/task-resource.js';
import type { StoragePlace } from '../../core/tool/stored-content.js';

import { urlUnder } from './location-under.js';
import { notNow, notReadable, notUnderPlace, tooLarge } from './refusals.js';

/** Downloaded content. */
export interface Download {
  readonly bytes: Uint8Array;
  /** The server's content type. */
  readonly mimeType?: string;
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse({ status }: Response): Error {
  if (status === 404 || status === 410) return resourceNotFound(new Error(`HTTP ${status}`));
  const isTrouble = status >= 500 || status === 429;
  return isTrouble ? notNow(new Error(`HTTP ${status}`)) : notReadable(new Error(`HTTP ${status}`));
}

/**
 * Reads a URL. It follows no redirect, which could lead outside of the allowed place.
 *
 * @throws {TaskError} The errors of `ReadStored`.
 */
export async function readUrlUnder(
  location: string,
  { under, headers, maxBytes }: StoragePlace,
  signal: AbortSignal,
): Promise<Download> {
  const url = urlUnder(under, location);
  if (!url) throw notUnderPlace();
  try {
    const response = await fetch(url, { headers: { ...headers }, redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw refuse(response);
    }
    const bytes = await readBounded(response, maxBytes);
    const mimeType = response.headers.get('content-type');
    return { bytes, ...(mimeType !== null && { mimeType }) };
  } catch (error) {
    throw isTaskError(error) ? error : notNow(error);
  }
}
