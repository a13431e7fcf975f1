import type { Payload } from '@temporalio/common';

import type { ArgumentsShape } from '../../core/survey/arguments-shape.js';
import type { PayloadReader } from '../link/payload-reader.js';

import { MAX_ARGUMENTS } from './survey-calls.js';

/** Payloads of an execution, as its events have them. */
export interface SeenPayloads {
  readonly workflowId: string;
  readonly payloads?: readonly Payload[] | null;
}

/** The encoding of bytes, which are no JSON. */
const BYTES = 'binary/plain';

/** Adds the values in payloads to a shape, and returns them. Callers do not keep them. `undefined` if unreadable. */
export async function addPayloads(
  to: ArgumentsShape,
  payloads: PayloadReader,
  { workflowId, payloads: seen }: SeenPayloads,
): Promise<readonly unknown[] | undefined> {
  const place = { workflowId, what: 'a recorded value' };
  const { values, unreadable } = await payloads.readAll(
    (seen ?? []).slice(0, MAX_ARGUMENTS),
    place,
  );
  const encoding = values?.some((value) => ArrayBuffer.isView(value))
    ? BYTES
    : unreadable?.encoding;
  if (encoding !== undefined) {
    to.unreadable.add(encoding);
    return undefined;
  }
  to.add(values ?? []);
  return values;
}
