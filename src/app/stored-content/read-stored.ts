import type { ReadStored, StoredContent } from '../../core/tool/stored-content.js';
import { startDeadline } from '../../core/value/deadline.js';
import { inTime } from '../../core/value/in-time.js';

import { readFileUnder } from './read-file.js';
import { type Download, readUrlUnder } from './read-url.js';
import { notNow } from './refusals.js';

/** Types of text content, besides `text/…`. */
const TEXT_TYPE =
  /^(text\/|application\/(json|xml|yaml|x-ndjson|javascript)|[^;]*\+(json|xml|yaml))/i;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Decodes UTF-8, if the type is a text type or unknown. */
function readText(bytes: Uint8Array, mimeType: string | undefined): string | undefined {
  if (mimeType !== undefined && !TEXT_TYPE.test(mimeType)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toContent({ bytes, mimeType }: Download): StoredContent {
  const text = readText(bytes, mimeType);
  if (text !== undefined) return { text, mimeType: mimeType ?? 'text/plain' };
  const blob = Buffer.from(bytes).toString('base64');
  return { blob, mimeType: mimeType ?? UNKNOWN_TYPE };
}

/** Reads content that a Workflow has stored in a directory or behind a URL. */
export const readStored: ReadStored = async ({ location, place, mimeType, signal }) => {
  const deadline = startDeadline(place.limitMs, signal);
  const late = (): never => {
    throw notNow(new Error(`It was not read within ${place.limitMs} ms`));
  };
  const reading = async (): Promise<Download> =>
    place.under.startsWith('/')
      ? { bytes: await readFileUnder(location, place) }
      : readUrlUnder(location, place, deadline.signal);
  try {
    const download = await inTime(reading(), place.limitMs, late);
    return toContent({ ...download, ...(mimeType !== undefined && { mimeType }) });
  } finally {
    deadline.release();
  }
};
