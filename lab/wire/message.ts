export type Json = Readonly<Record<string, unknown>>;

/** A JSON-RPC message. */
export interface Message {
  readonly jsonrpc?: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type MessageListener = (message: Message) => void;

/** Returns true for the response to a client's request. */
export function isResponse(message: Message): boolean {
  return message.id !== undefined && message.id !== null && message.method === undefined;
}
