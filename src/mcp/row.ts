/** The methods of generations, one row each. */
import type { Exchange } from '../core/request/exchange.js';
import type { Subject } from '../core/request/observer.js';
import { isRecord } from '../core/value/is-record.js';
import { onlyString } from '../core/value/only-string.js';

/**
 * The moment at which an answer over HTTP becomes an event stream.
 *
 * - `atOnce`: at once, because its client waits for messages or for a long time
 * - `onWait`: with the first message before the answer. Also when its call waits for work, or after a second, since
 * hosts and proxies give up a request that receives no byte
 * - `standing`: with the first message before the answer. The stream waits for no work, so it ends without an answer
 * when its token ends
 * - `never`: messages before the answer are dropped
 */
export type Streaming = 'atOnce' | 'onWait' | 'standing' | 'never';

/** Who asks, as far as the form of the answer depends on it. */
export type Asker = Pick<Exchange, 'caller' | 'client'>;

/** Everything about a method that doors and steps need to know. All members are required, so none is forgotten. */
export interface RowFacts {
  /** Its wire name. */
  readonly name: string;
  readonly subject: Subject;
  /** The scopes that a request needs: those of the server, or also those of the tool that it names. */
  readonly scopes: 'ofServer' | 'ofTool';
  readonly streams: Streaming | ((params: unknown, by: Asker) => Streaming);
}

export interface Row<On extends Exchange> extends RowFacts {
  /**
   * Takes unchecked params, and throws errors that the generation converts.
   *
   * @throws {TaskError} `invalidParams` with the name of the wrong member.
   */
  readonly run: (exchange: On, params: unknown) => Promise<object> | object;
}

export type Rows<Any extends RowFacts> = ReadonlyMap<string, Any>;

export function toRows<Any extends RowFacts>(rows: readonly Any[]): Rows<Any> {
  return new Map(rows.map((row) => [row.name, row]));
}

/** The member of params that names a request's subject. */
export const NAMED_BY: Readonly<Record<Subject, string | undefined>> = {
  tool: 'name',
  task: 'taskId',
  resource: 'uri',
  none: undefined,
};

/**
 * Returns the tools whose scopes a body needs. No generation takes a list of messages, but nothing tells more about one
 * to a caller without the scopes of all its calls.
 */
export function scopedToolsIn(rows: Rows<RowFacts>, body: unknown): readonly string[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
    const row = typeof method === 'string' ? rows.get(method) : undefined;
    const name = row?.scopes === 'ofTool' ? nameOf(row, params) : undefined;
    return name === undefined ? [] : [name];
  });
}

/** Returns the client's name for the subject of a request; `undefined` if there is none. */
export function nameOf(row: RowFacts | undefined, params: unknown): string | undefined {
  const member = NAMED_BY[row?.subject ?? 'none'];
  const name = member !== undefined && isRecord(params) ? params[member] : undefined;
  return onlyString(name);
}
