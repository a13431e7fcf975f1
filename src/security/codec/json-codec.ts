import { type Payload, type PayloadCodec, ValueError } from '@temporalio/common';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { JsonCodec } from '../../core/json-codec.js';
import { isRecord } from '../../core/value/is-record.js';

/** Maximum number of payloads in a request: more than a page of a history has. */
const MAX_PAYLOADS = 10_000;
/** Both alphabets of base64. The JSON of Protobuf may use either. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

function refuse(message: string): TaskError {
  return new TaskError(TaskErrorCode.invalidParams, message);
}

function toBytes(value: unknown, where: string): Uint8Array {
  if (typeof value === 'string' && BASE64.test(value)) return Buffer.from(value, 'base64');
  throw refuse(`${where} has to be base64.`);
}

function toPayload(value: unknown, index: number): Payload {
  const where = `payloads[${index}]`;
  if (!isRecord(value)) throw refuse(`${where} has to be an object with "metadata" and "data".`);
  const { metadata = {}, data } = value;
  if (!isRecord(metadata)) throw refuse(`${where}.metadata has to be an object.`);
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, text]) => [
        name,
        toBytes(text, `A member of ${where}.metadata`),
      ]),
    ),
    ...(data != null && { data: toBytes(data, `${where}.data`) }),
  };
}

function fromPayload({ metadata, data }: Payload): object {
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const texts = Object.entries(metadata ?? {}).map(([name, bytes]) => [name, encode(bytes)]);
  return { metadata: Object.fromEntries(texts) as object, ...(data && { data: encode(data) }) };
}

function readPayloads(body: unknown): Payload[] {
  const payloads = isRecord(body) ? body['payloads'] : undefined;
  if (!Array.isArray(payloads)) throw refuse('The body has to be {"payloads": […]}.');
  if (payloads.length > MAX_PAYLOADS) {
    throw refuse(`There are ${payloads.length} payloads; at most ${MAX_PAYLOADS} are taken.`);
  }
  return payloads.map(toPayload);
}

/** Makes a payload codec for JSON, in the JSON form of the Protobuf message `Payloads`. */
export function createJsonCodec(codec: PayloadCodec): JsonCodec {
  const apply = async (
    body: unknown,
    act: (payloads: Payload[]) => Promise<Payload[]>,
  ): Promise<object> => {
    try {
      return { payloads: (await act(readPayloads(body))).map(fromPayload) };
    } catch (error) {
      // The codec's messages contain only key IDs.
      if (error instanceof ValueError) throw refuse(error.message);
      throw error;
    }
  };
  return {
    encode: async (body) => apply(body, async (payloads) => codec.encode(payloads)),
    decode: async (body) => apply(body, async (payloads) => codec.decode(payloads)),
  };
}
