import type { Client } from '@temporalio/client';

import { isRecord } from '../../../src/core/value/is-record.js';

/** A payload in a history, and its path: names of members, with `*` for positions. */
export interface StoredPayload {
  readonly path: string;
  readonly encoding: string;
}

function collect(value: unknown, path: string, found: StoredPayload[]): void {
  if (Array.isArray(value)) {
    for (const member of value) collect(member, `${path}.*`, found);
    return;
  }
  if (!isRecord(value) || value instanceof Uint8Array) return;
  const { metadata } = value;
  const encoding = isRecord(metadata) ? metadata['encoding'] : undefined;
  if (encoding instanceof Uint8Array) {
    found.push({ path: path.slice(1), encoding: Buffer.from(encoding).toString() });
    return;
  }
  for (const [name, member] of Object.entries(value)) collect(member, `${path}.${name}`, found);
}

interface Stored {
  readonly payloads: readonly StoredPayload[];
  /** With bytes as Latin-1. */
  readonly text: string;
}

function toStored(messages: readonly object[]): Stored {
  const payloads: StoredPayload[] = [];
  for (const message of messages) collect(message, '', payloads);
  const text = JSON.stringify(messages, (_name, value: unknown) => {
    const bytes = isRecord(value) && value['type'] === 'Buffer' ? value['data'] : value;
    if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString('latin1');
    return Array.isArray(bytes) && bytes.length > 0 && bytes.every((one) => typeof one === 'number')
      ? Buffer.from(bytes).toString('latin1')
      : value;
  });
  return { payloads, text };
}

/** Reads all payloads in the history of an execution, and the history as one text. */
export async function readStored(client: Client, workflowId: string): Promise<Stored> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return toStored(events ?? []);
}

/** Reads all payloads of a Standalone Activity, and what Temporal has of it as one text. */
export async function readStoredActivity(
  { workflowService, options: { namespace } }: Client,
  activityId: string,
): Promise<Stored> {
  const parts = { includeInput: true, includeOutcome: true, includeHeartbeatDetails: true };
  return toStored([
    await workflowService.describeActivityExecution({ namespace, activityId, ...parts }),
  ]);
}
