import type { EventErrorCodes } from '../../core/event/event-settings.js';
import { JsonRpcError } from '../../core/json-rpc-error.js';

/** Errors of this extension (SEP-3415 › Error Handling). Their names go out as messages, and clients branch on them. */
export const EventErrorName = {
  notFound: 'NotFound',
  forbidden: 'Forbidden',
  resourceExhausted: 'ResourceExhausted',
  unsupported: 'Unsupported',
  callbackEndpointError: 'CallbackEndpointError',
} as const;
export type EventErrorName = (typeof EventErrorName)[keyof typeof EventErrorName];

const CODES: Readonly<Record<EventErrorCodes, Readonly<Record<EventErrorName, number>>>> = {
  sketch: {
    NotFound: -32011,
    Forbidden: -32012,
    ResourceExhausted: -32013,
    Unsupported: -32014,
    CallbackEndpointError: -32015,
  },
  sep: {
    NotFound: -32023,
    Forbidden: -32024,
    ResourceExhausted: -32025,
    Unsupported: -32026,
    CallbackEndpointError: -32027,
  },
};

/** Makes the errors of this extension. */
export type EventErrors = (
  name: EventErrorName,
  data?: Readonly<Record<string, unknown>>,
) => JsonRpcError;

/** Errors with one of the two sets of numbers. */
export function createEventErrors(codes: EventErrorCodes): EventErrors {
  return (name, data) =>
    new JsonRpcError({ code: CODES[codes][name], message: name, ...(data && { data }) });
}
