/** A Query has an answer. A Signal has none. An Update has an answer and may take long. */
export type MessageKind = 'query' | 'signal' | 'update';

/** A message for which a Workflow has a handler. */
export interface MessageTarget {
  readonly kind: MessageKind;
  readonly name: string;
}
