import type { LoadedDataConverter, Payload } from '@temporalio/common';

import type { ArgumentsShape } from '../../core/survey/arguments-shape.js';
import { decodeAnyPayload } from '../link/decode-any-payload.js';
import { removeCodecs } from '../link/decode-payload.js';

import { MAX_ARGUMENTS } from './survey-calls.js';

/** Payloads as events have them. */
export interface SeenPayloads {
  readonly payloads?: readonly Payload[] | null;
}

/** Encodings that the manifest's server can also write: JSON and empty values. Others are only named. */
const READABLE = ['json/plain', 'json/protobuf', 'binary/null'];
/** A name of an encoding, without any data. */
const ENCODING = /^[\w./+-]{1,40}$/;

function encodingOf(payload: Payload | undefined): string {
  const encoding = Buffer.from(payload?.metadata?.['encoding'] ?? []).toString();
  return ENCODING.test(encoding) ? encoding : 'an unknown encoding';
}

/** Reads the value in a payload, or returns the name of an encoding that is not JSON. */
async function read(
  converter: LoadedDataConverter,
  payload: Payload,
): Promise<{ readonly value: unknown } | { readonly encoding: string }> {
  const before = encodingOf(payload);
  try {
    const encoding = encodingOf(await removeCodecs(converter, payload));
    if (!READABLE.includes(encoding)) return { encoding };
    return { value: await decodeAnyPayload(converter, payload) };
  } catch {
    // An error of a codec or a parser may quote the data.
    return { encoding: before };
  }
}

/** Adds the values in payloads to a shape, and returns them. Callers do not keep them. `undefined` if unreadable. */
export async function addPayloads(
  to: ArgumentsShape,
  converter: LoadedDataConverter,
  seen: SeenPayloads | null | undefined,
): Promise<readonly unknown[] | undefined> {
  const values: unknown[] = [];
  for (const payload of (seen?.payloads ?? []).slice(0, MAX_ARGUMENTS)) {
    const found = await read(converter, payload);
    if ('encoding' in found) {
      to.unreadable.add(found.encoding);
      return undefined;
    }
    values.push(found.value);
  }
  to.add(values);
  return values;
}
