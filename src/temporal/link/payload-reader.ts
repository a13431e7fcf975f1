import type { Client } from '@temporalio/client';
import {
  defaultPayloadConverter,
  type Payload,
  StorageDriverClaim,
  type SerializationContext,
  ValueError,
} from '@temporalio/common';

import { silentLogger, type Logger } from '../../core/logger.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { type ForeignJson, parseForeignJson } from '../../core/value/foreign-json.js';
import { inTime } from '../../core/value/in-time.js';
import { isRecord } from '../../core/value/is-record.js';
import { onlyString } from '../../core/value/only-string.js';
import { logSummed } from '../../core/value/summed-log.js';

import { UnreadablePayload } from './unreadable-payload.js';

const PLAIN_JSON = 'json/plain';
/** Default encoding of Protobuf messages in the Go, Java and Python SDKs. */
const PROTOBUF_JSON = 'json/protobuf';
/** The Protobuf message in place of a payload in External Storage. It names the place in the store. */
export const STORAGE_REFERENCE = 'temporal.api.sdk.v1.ExternalStorageReference';
/** Metadata of a reference, also of one that a codec has encoded. Its value is `true`. */
const REFERENCE_MARK = '__temporal_external_storage_reference';
/** Encoding of such references by Workers in Python and Go before that message. */
const EARLIER_REFERENCE = 'json/external-storage-reference';
/** Takes the place of an encoding in messages. */
const STORAGE = 'External Storage';
/** Time limit of a storage driver, in milliseconds. */
export const STORAGE_LIMIT_MS = 10_000;
/** A name of an encoding or a driver, without any data. */
const ENCODING = /^[\w./+-]{1,40}$/;

export interface PayloadPlace {
  readonly workflowId: string;
  /** The place in words, such as "the result". */
  readonly what: string;
}

export type PayloadReading =
  | { readonly value: unknown; readonly unreadable?: undefined }
  | { readonly unreadable: UnreadablePayload; readonly value?: undefined };

/** The values of several payloads, or the first reason why one of them cannot be read. */
export type PayloadsReading =
  | { readonly values: readonly unknown[]; readonly unreadable?: undefined }
  | { readonly unreadable: UnreadablePayload; readonly values?: undefined };

function metadataOf({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString();
}

function encodingOf(payload: Payload): string {
  const encoding = metadataOf(payload, 'encoding');
  return ENCODING.test(encoding) ? encoding : 'an unknown encoding';
}

function parse({ data }: Payload): ForeignJson {
  return parseForeignJson(Buffer.from(data ?? []).toString());
}

/** @throws {UnreadablePayload} `noJson`. The Worker is at fault, since no converter of this server takes part. */
function parseJsonOf(payload: Payload, encoding: string): ForeignJson {
  try {
    return parse(payload);
  } catch (cause) {
    throw new UnreadablePayload('noJson', encoding, { cause });
  }
}

/** The driver's name and its claim in a reference, also in one before the message. */
function parseReference(reference: Payload): { driverName: unknown; claimData: unknown } {
  const { value } = parse(reference);
  const { driverName, claimData, driver_name, driver_claim } = isRecord(value) ? value : {};
  if (metadataOf(reference, 'encoding') !== EARLIER_REFERENCE) return { driverName, claimData };
  const { claim_data } = isRecord(driver_claim) ? driver_claim : {};
  return { driverName: driver_name, claimData: claim_data };
}

function isReference(payload: Payload): boolean {
  const isMessage = metadataOf(payload, 'messageType') === STORAGE_REFERENCE;
  return isMessage || metadataOf(payload, 'encoding') === EARLIER_REFERENCE;
}

/**
 * Reads the value of a Search Attribute; `undefined` without one. It is always JSON that the service reads, too. Some
 * SDKs write a single value as a list.
 */
export function readSearchAttribute(payload: Payload | null | undefined): unknown {
  if (!payload) return undefined;
  try {
    const { value } = parse(payload);
    return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  } catch {
    // Any Client can write it. A value that no SDK writes counts as absent.
    return undefined;
  }
}

function toSerializationContext(namespace: string, taskId: string): SerializationContext {
  return kindOfTaskId(taskId) === 'activity'
    ? { type: 'activity', namespace, activityId: taskId, isLocal: false }
    : { type: 'workflow', namespace, workflowId: taskId };
}

/** The owner tag of a task. Any Client can write the attribute, so a value other than a text counts as absent. */
export function readOwnerTag(payload: Payload | null | undefined): string | undefined {
  return onlyString(readSearchAttribute(payload));
}

/**
 * Reads the payloads of Workers in any language: from External Storage, through codecs and converter. No other file
 * does. It never gives a reference to External Storage as a value.
 */
export class PayloadReader {
  readonly #client: Client;
  readonly #logger: Logger;

  /** @param client Its data converter decodes. */
  constructor(client: Client, logger: Logger = silentLogger) {
    this.#client = client;
    this.#logger = logger;
  }

  /** The log says if it has numbers that JSON does not have, and if it cannot be read. */
  async read(payload: Payload, place: PayloadPlace): Promise<PayloadReading> {
    try {
      const { value, hasNonNumbers } = await this.#decode(payload, place.workflowId);
      if (hasNonNumbers) {
        this.#log(
          place,
          {},
          'A payload has NaN or Infinity, which JSON does not have: read as null, or as a text if it is nothing else',
        );
      }
      return { value };
    } catch (error) {
      const unreadable =
        error instanceof UnreadablePayload
          ? error
          : new UnreadablePayload('converterFails', encodingOf(payload), { cause: error });
      this.#log(place, { err: unreadable }, `A payload cannot be read: ${unreadable.message}`);
      return { unreadable };
    }
  }

  async readAll(payloads: readonly Payload[], place: PayloadPlace): Promise<PayloadsReading> {
    const values: unknown[] = [];
    for (const payload of payloads) {
      const { value, unreadable } = await this.read(payload, place);
      if (unreadable) return { unreadable };
      values.push(value);
    }
    return { values };
  }

  #log({ workflowId, what }: PayloadPlace, fields: object, message: string): void {
    logSummed(this.#logger, {
      level: 'warn',
      kind: `${workflowId} ${what}`,
      fields: { workflowId, payload: what, ...fields },
      message,
    });
  }

  async #decode(payload: Payload, workflowId: string): Promise<ForeignJson> {
    const { namespace, loadedDataConverter } = this.#client.options;
    const { payloadCodecs, payloadConverter } = loadedDataConverter;
    const context = toSerializationContext(namespace, workflowId);
    const decode = async (encoded: Payload): Promise<Payload | undefined> => {
      let payloads = [encoded];
      for (const codec of payloadCodecs.toReversed())
        payloads = await codec.decode(payloads, context);
      return payloads[0];
    };
    const opened = await decode(await this.#resolve(payload, decode));
    // Codecs ran once. What looks like a reference after them was inside the value's own encoding.
    if (!opened || isReference(opened)) throw new UnreadablePayload('noStorage', STORAGE);
    const encoding = encodingOf(opened);
    const isOurs = encoding === PLAIN_JSON && payloadConverter === defaultPayloadConverter;
    if (isOurs || encoding === PROTOBUF_JSON) return parseJsonOf(opened, encoding);
    try {
      return { value: payloadConverter.fromPayload(opened, context), hasNonNumbers: false };
    } catch (cause) {
      if (encoding === PLAIN_JSON) return parse(opened);
      const reason = cause instanceof ValueError ? 'noConverter' : 'converterFails';
      throw new UnreadablePayload(reason, encoding, { cause });
    }
  }

  /**
   * Returns the payload that a reference leads to, and others as they are. A codec may have encoded a reference, which its
   * mark tells: Temporal's External Storage Specification (2026-09-30).
   */
  async #resolve(
    payload: Payload,
    decode: (payload: Payload) => Promise<Payload | undefined>,
  ): Promise<Payload> {
    if (isReference(payload)) return this.#retrieve(payload);
    if (payload.metadata?.[REFERENCE_MARK] === undefined) return payload;
    const reference = await decode(payload);
    if (!reference || !isReference(reference)) throw new UnreadablePayload('noStorage', STORAGE);
    return this.#retrieve(reference);
  }

  /** Gets a payload from External Storage. The driver's error may name the place, so it is not kept. */
  async #retrieve(reference: Payload): Promise<Payload> {
    const { externalStorage } = this.#client.options.loadedDataConverter;
    if (!externalStorage) throw new UnreadablePayload('noStorage', STORAGE);
    const { driverName, claimData } = parseReference(reference);
    const driver = externalStorage.getDriver(String(driverName));
    if (!driver) {
      const name = ENCODING.test(String(driverName))
        ? `${STORAGE} "${String(driverName)}"`
        : STORAGE;
      throw new UnreadablePayload('noDriver', name);
    }
    const claims = [
      new StorageDriverClaim(isRecord(claimData) ? (claimData as Record<string, string>) : {}),
    ];
    const late = (): never => {
      throw new UnreadablePayload('storageFails', STORAGE);
    };
    try {
      const abortSignal = AbortSignal.timeout(STORAGE_LIMIT_MS);
      const work = driver.retrieve({ abortSignal }, claims);
      const [retrieved] = await inTime(work, STORAGE_LIMIT_MS, late);
      return retrieved ?? late();
    } catch {
      return late();
    }
  }
}
