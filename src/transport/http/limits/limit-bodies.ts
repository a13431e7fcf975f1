/** Reads and parses bodies, in front of an Express application. */
import type { IncomingMessage } from 'node:http';

import express, { type RequestHandler } from 'express';

import { MAX_MEMBERS, type PrincipalLimits } from '../../../core/person/limits.js';
import { CLIENT_LIMITS } from '../../../core/value/client-limits.js';
import { parseForeignJson } from '../../../core/value/foreign-json.js';
import { findTextExcess, MAX_MESSAGE_DEPTH } from '../../../core/value/json-bounds.js';
import { readForeignMessage } from '../../../mcp/read-message.js';
import {
  sendNoJson,
  sendNoUtf8,
  sendJson,
  sendTooDeep,
  sendTooLarge,
  sendTooMany,
} from '../request/json-rpc-failure.js';
import { countedOwner } from '../request/visit.js';

import { type HttpTurns, takeTurns } from './take-turns.js';

/** The same as in the MCP SDK. Arguments have a lower limit, checked before a task starts. */
const MAX_BODY_BYTES = CLIENT_LIMITS.message.most;
/** Bodies above this size are read in turn. */
const LARGE_BYTES = 64 * 1024;

/** Removes a byte order mark. */
const utf8 = new TextDecoder();

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

/** Reads the bytes of bodies. Only so many large bodies are in memory at a time. */
function readBytes(turns: HttpTurns): RequestHandler {
  const read: RequestHandler = express.raw({ limit: MAX_BODY_BYTES, type: 'application/json' });
  return async (request, response, next) => {
    if (announcedBytes(request) <= LARGE_BYTES) {
      await read(request, response, next);
      return;
    }
    let failure: unknown;
    await turns.readLarge(countedOwner(response), async () => {
      if (response.closed) return;
      await new Promise<void>((resolve, reject) => {
        const end = (error?: unknown): void => {
          failure = error;
          resolve();
        };
        response.once('close', end);
        Promise.resolve(read(request, response, end)).catch(reject);
      });
    });
    if (!response.closed) next(failure);
  };
}

function parse(maxMembers: number): RequestHandler {
  return (request, response, next) => {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) {
      next();
      return;
    }
    const excess = findTextExcess(body, { maxDepth: MAX_MESSAGE_DEPTH, maxMembers });
    if (excess !== undefined) {
      if (excess === 'levels') sendTooDeep(response);
      else sendTooMany(response, maxMembers);
      return;
    }
    if (body.length === 0) {
      request.body = undefined;
      next();
      return;
    }
    let written: unknown;
    try {
      written = parseForeignJson(utf8.decode(body)).value;
    } catch {
      sendNoJson(response);
      return;
    }
    const { message, refusal } = readForeignMessage(written);
    request.body = message;
    if (refusal) sendJson(response, 400, refusal);
    else next();
  };
}

/** Reads bodies, and parses each when its owner's turn has come: parsing 4 MiB can take 0.3 s. */
export function parseBodies(
  turns: HttpTurns,
  { members = MAX_MEMBERS }: Pick<PrincipalLimits, 'members'> = {},
): readonly RequestHandler[] {
  const maxMembers = members === false ? Infinity : members;
  return [
    refuseTooLarge,
    refuseOtherCharsets,
    readBytes(turns),
    takeTurns(turns),
    parse(maxMembers),
  ];
}
