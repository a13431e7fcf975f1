import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';

export type UnreadableReason =
  /** It is in External Storage, for which the data converter is not configured. */
  | 'noStorage'
  /** It is in External Storage, and the data converter has no driver of the name. */
  | 'noDriver'
  /** The driver fails, or is not in time. */
  | 'storageFails'
  /** No converter knows the encoding. */
  | 'noConverter'
  /** The Worker has written text that is not JSON, under an encoding of JSON. */
  | 'noJson'
  /** A codec or converter fails. */
  | 'converterFails';

const CONVERTER =
  "Its operator has to start it with the Workers' data converter (--data-converter).";

/** Says cause and mend, never the place in a store: clients read it. */
function toWords(reason: UnreadableReason, encoding: string): string {
  switch (reason) {
    case 'noStorage':
      return `it is in External Storage, and this server has no driver for that. ${CONVERTER}`;
    case 'noDriver':
      return `it is in ${encoding}, and this server has no driver of that name. ${CONVERTER}`;
    case 'storageFails':
      return 'it is in External Storage, which cannot be read at the moment. Try again later. If that does not help, its operator has to check the store, and the driver in --data-converter.';
    case 'noConverter':
      return `this server has no payload codec or converter for its encoding, ${encoding}. ${CONVERTER}`;
    case 'noJson':
      return `it is not valid JSON, although its Worker has written it as ${encoding}. The author of the Worker has to correct its data converter.`;
    case 'converterFails':
      return `the payload codec or converter of this server fails. ${CONVERTER}`;
  }
}

/** The error of a payload that cannot be read. Clients may see its message, which follows "… cannot read …: ". */
export class UnreadablePayload extends Error {
  readonly reason: UnreadableReason;
  /** The encoding or the store, as far as it could be found out. */
  readonly encoding: string;

  constructor(reason: UnreadableReason, encoding: string, options?: ErrorOptions) {
    super(toWords(reason, encoding), options);
    this.reason = reason;
    this.encoding = encoding;
  }

  /** True if only this payload is affected. False if the server may lack the converter for all payloads. */
  get isAlone(): boolean {
    return ['noStorage', 'noDriver', 'storageFails', 'noJson'].includes(this.reason);
  }
}

/** Says which payload cannot be read, why, and what to do. */
export function toUnreadableWords(what: string, { message }: UnreadablePayload): string {
  return `This server cannot read ${what}: ${message}`;
}

export function toUnreadableError(what: string, unreadable: UnreadablePayload): TaskError {
  if (unreadable.reason === 'storageFails') {
    const words = toUnreadableWords(what, unreadable);
    return new TaskError(TaskErrorCode.unavailable, words, { cause: unreadable });
  }
  const message = `The server is not set up correctly: it cannot read ${what}: ${unreadable.message}`;
  return new TaskError(TaskErrorCode.misconfigured, message, { cause: unreadable });
}

/** `undefined` for every other error. */
export function unreadableOf(error: unknown): UnreadablePayload | undefined {
  const cause = isTaskError(error) ? error.cause : undefined;
  return cause instanceof UnreadablePayload ? cause : undefined;
}
