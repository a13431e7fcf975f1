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

/** Reads all payloads in the history of an execution, and the history as one text with bytes as Latin-1. */
export async function readStored(
  client: Client,
  workflowId: string,
): Promise<{ readonly payloads: readonly StoredPayload[]; readonly text: string }> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const payloads: StoredPayload[] = [];
  for (const event of events ?? []) collect(event, '', payloads);
  const text = JSON.stringify(events, (_name, value: unknown) => {
    const bytes = isRecord(value) && value['type'] === 'Buffer' ? value['data'] : value;
    if (bytes instanceof Uint8Array) return Buffer.from(bytes).toString('latin1');
    return Array.isArray(bytes) && bytes.length > 0 && bytes.every((one) => typeof one === 'number')
      ? Buffer.from(bytes).toString('latin1')
      : value;
  });
  return { payloads, text };
}
