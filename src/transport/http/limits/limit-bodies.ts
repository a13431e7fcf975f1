/** Limits the memory of the bodies of open requests, in front of an Express application. */
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

import { parseJson } from '../../../core/value/exact-json.js';
import {
  findTextExcess,
  MAX_MESSAGE_DEPTH,
  MAX_MESSAGE_PARTS,
} from '../../../core/value/json-bounds.js';
import { callerIn } from '../identify-request.js';
import {
  sendNoJson,
  sendNoUtf8,
  sendTooDeep,
  sendTooLarge,
  sendTooMany,
} from '../json-rpc-failure.js';

import type { Held } from './open-amounts.js';
import type { RequestLimiter } from './request-limiter.js';
import { sendExcess } from './send-excess.js';

/** Maximum size of a body, the same as in the MCP SDK. Arguments have a lower limit, checked before a task starts. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Bodies up to this size do not count: the headers of a connection may take as much memory. */
const SMALL_BYTES = 16 * 1024;
/** Bodies above this size are parsed one after another: parsing 4 MiB can take 0.3 s. */
const LARGE_BYTES = 64 * 1024;

/** Removes a byte order mark. */
const utf8 = new TextDecoder();

const TEXT_BOUNDS = { maxDepth: MAX_MESSAGE_DEPTH, maxParts: MAX_MESSAGE_PARTS };

/** Returns the largest possible size of a body, by its headers. */
function announcedBytes({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  if (length === undefined && transfer === undefined) return 0;
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain && transfer === undefined ? Number(length) : MAX_BODY_BYTES;
}

/** Refuses a body by its announced size. Express would first read it to its end. */
const refuseTooLarge: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) {
    next();
    return;
  }
  // Some clients read the answer only after they have sent the whole body.
  request.resume();
  sendTooLarge(response);
};

/** Refuses other character sets, because the limits of a large body are counted in UTF-8. */
const refuseOtherCharsets: RequestHandler = ({ headers }, response, next) => {
  const charset = /charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) next();
  else sendNoUtf8(response);
};

/** Returns true if a body may take long to parse. */
function isLarge(request: IncomingMessage): boolean {
  return announcedBytes(request) > LARGE_BYTES;
}

/** Parses small bodies at once, and large ones one after another, with other work in between. */
function parseInTurn(): RequestHandler {
  let last = Promise.resolve();
  return (request, response, next) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      next();
      return;
    }
    if (!isLarge(request)) {
      parse(request, response, { body, next });
      return;
    }
    last = last
      .then(async () => setImmediate())
      .then(() => {
        if (!response.closed) parse(request, response, { body, next });
      })
      .catch(next);
  };
}

function parse(
  request: Request,
  response: Response,
  { body, next }: { readonly body: Buffer; readonly next: NextFunction },
): void {
  const excess = findTextExcess(body, TEXT_BOUNDS);
  if (excess !== undefined) {
    if (excess === 'levels') sendTooDeep(response);
    else sendTooMany(response);
    return;
  }
  try {
    request.body = body.length === 0 ? undefined : parseJson(utf8.decode(body));
  } catch {
    sendNoJson(response);
    return;
  }
  next();
}

/**
 * Parses bodies. While a request is open, its body may be kept. So a large body counts from its first byte to the end
 * of the answer.
 */
export function parseBodies(limiter: RequestLimiter | undefined): readonly RequestHandler[] {
  const held = new WeakMap<IncomingMessage, Held>();
  const settings = {
    limit: MAX_BODY_BYTES,
    verify: (request: IncomingMessage, _response: unknown, { byteLength }: Buffer): void => {
      held.get(request)?.resize(byteLength > SMALL_BYTES ? byteLength : 0);
    },
  };
  const read: RequestHandler = express.raw({ ...settings, type: 'application/json' });
  const handlers = [refuseOtherCharsets, read, parseInTurn()];
  if (!limiter) return [refuseTooLarge, ...handlers];
  const reserve: RequestHandler = (request, response, next) => {
    const bytes = announcedBytes(request);
    if (bytes <= SMALL_BYTES) {
      next();
      return;
    }
    const opened = limiter.open(callerIn(response).owner, 'openBytes', bytes);
    if ('message' in opened) {
      sendExcess(response, opened);
      return;
    }
    held.set(request, opened);
    response.once('close', opened.close);
    if (response.closed) opened.close();
    else next();
  };
  return [refuseTooLarge, reserve, ...handlers];
}
