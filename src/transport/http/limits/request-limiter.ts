import express, { type RequestHandler, type Response } from 'express';
import { LRUCache } from 'lru-cache';

import type { PrincipalLimits } from '../../../core/person/limits.js';
import { isRecord } from '../../../core/value/is-record.js';
import { sendError } from '../request/json-rpc-failure.js';

const MINUTE_MS = 60_000;
/** Maximum number of counted owners. Beyond it, the owner that was quiet for longest is counted anew. */
const MAX_OWNERS = 50_000;
/** `Retry-After` in seconds if too much is open, since the end of open requests is unknown. */
const OPEN_RETRY_AFTER_S = 5;
const TOO_MANY_REQUESTS = 429;
/** JSON-RPC code of errors that the server, not the request, causes. */
const SERVER_ERROR = -32000;

export interface Excess {
  /** The limit, for people. */
  readonly message: string;
  readonly retryAfterS: number;
}

export class RequestLimiter {
  readonly #limits: PrincipalLimits;
  /** A minute begins with its owner's first request. */
  readonly #minutes = new LRUCache<string, { count: number }>({ max: MAX_OWNERS, ttl: MINUTE_MS });
  readonly #open = new Map<string, number>();

  constructor(limits: PrincipalLimits) {
    this.#limits = limits;
  }

  /** Counts a request. It is open until its response closes. */
  count(owner: string, response: Response): Excess | undefined {
    const { requestsPerMinute = false, openRequests = false } = this.#limits;
    if (requestsPerMinute !== false) {
      const minute = this.#minutes.get(owner) ?? { count: 0 };
      if (minute.count === 0) this.#minutes.set(owner, minute);
      minute.count += 1;
      if (minute.count > requestsPerMinute) {
        const retryAfterS = Math.max(1, Math.ceil(this.#minutes.getRemainingTTL(owner) / 1_000));
        return {
          message: `You may send ${requestsPerMinute} requests a minute. Try again in ${retryAfterS} s.`,
          retryAfterS,
        };
      }
    }
    if (openRequests !== false && (this.#open.get(owner) ?? 0) >= openRequests) {
      return {
        message: `You may have ${openRequests} open requests. Try again when one has ended.`,
        retryAfterS: OPEN_RETRY_AFTER_S,
      };
    }
    if (response.closed) return undefined;
    this.#countOpen(owner, 1);
    response.once('close', () => {
      this.#countOpen(owner, -1);
    });
    return undefined;
  }

  #countOpen(owner: string, by: number): void {
    const open = (this.#open.get(owner) ?? 0) + by;
    if (open > 0) this.#open.set(owner, open);
    else this.#open.delete(owner);
  }
}

function idOf(body: unknown): unknown {
  const id = isRecord(body) ? body['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Maximum size of a refused body that is read, for the ID in it, in bytes. */
const MAX_REFUSED_BYTES = 64 * 1024;
const readSmall: RequestHandler = express.json({ type: () => true, limit: MAX_REFUSED_BYTES });

/**
 * Refuses a request above a limit with `Retry-After`. Of its body, it reads a small one only, for the ID: gateways find
 * the request of an error by its ID.
 */
export function sendExcess(response: Response, { message, retryAfterS }: Excess): void {
  const { req: request } = response;
  const refuse = (failure?: unknown): void => {
    if (response.closed) return;
    const id = failure === undefined ? idOf(request.body) : null;
    response.set('Retry-After', String(retryAfterS));
    sendError(response, TOO_MANY_REQUESTS, { code: SERVER_ERROR, message, id });
  };
  void readSmall(request, response, refuse);
}
