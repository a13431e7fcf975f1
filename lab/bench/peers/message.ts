/** A JSON-RPC message, as far as the benches read it. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
}

export type Json = Readonly<Record<string, unknown>>;
export type MessageListener = (message: Message) => void;

/** Whether it is the answer to a request of ours. */
export function isResponse(message: Message): boolean {
  return message.id !== undefined && message.id !== null && message.method === undefined;
}

/**
 * Reads the result of a response.
 *
 * @throws {Error} When it is an error, or there is none.
 */
export function readResult(method: string, message: Message | undefined): Json {
  if (message?.result) return message.result;
  throw new Error(`${method} was answered with ${JSON.stringify(message?.error ?? message)}`);
}
