import { JsonRpcError } from '../../core/json-rpc-error.js';

/**
 * Errors of this extension (SEP-3415 › Error Handling). Their names are sent as messages, and clients branch on them.
 */
export const EventErrorName = {
  notFound: 'NotFound',
  forbidden: 'Forbidden',
  resourceExhausted: 'ResourceExhausted',
  unsupported: 'Unsupported',
  callbackEndpointError: 'CallbackEndpointError',
} as const;
export type EventErrorName = (typeof EventErrorName)[keyof typeof EventErrorName];

/** The codes of the design sketch. The only hosted client documents these. */
const CODES: Readonly<Record<EventErrorName, number>> = {
  NotFound: -32011,
  Forbidden: -32012,
  ResourceExhausted: -32013,
  Unsupported: -32014,
  CallbackEndpointError: -32015,
};

/** Makes the errors of this extension. */
export type EventErrors = (
  name: EventErrorName,
  data?: Readonly<Record<string, unknown>>,
) => JsonRpcError;

export const eventErrors: EventErrors = (name, data) =>
  new JsonRpcError({ code: CODES[name], message: name, ...(data && { data }) });
