import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

import proto from '@temporalio/proto';

/** The history of a Workflow Execution in Temporal's API. */
export type History = proto.temporal.api.history.v1.IHistory;

const { History: HistoryMessage } = proto.temporal.api.history.v1;
const folder = new URL('histories/', import.meta.url);

/** Names of the stored histories. */
export function listHistories(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

/**
 * Stores a history as JSON. The SDK's own `historyToJSON` needs one copy of protobufjs in all of `node_modules`,
 * which npm does not promise.
 */
export function writeHistory(name: string, history: History): void {
  const json = HistoryMessage.toObject(HistoryMessage.fromObject(history), {
    longs: String,
    enums: String,
    bytes: String,
  });
  writeFileSync(new URL(name, folder), `${JSON.stringify(json, null, 2)}\n`);
}

/**
 * Reads a stored history.
 *
 * @param change Changes the text before it is parsed.
 */
export function readHistory(name: string, change = (text: string): string => text): History {
  const text = change(readFileSync(new URL(name, folder), 'utf8'));
  return HistoryMessage.fromObject(JSON.parse(text) as Record<string, unknown>);
}
