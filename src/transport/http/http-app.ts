import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An HTTP application. Pass it to `createServer` of `node:http`, or mount it in an Express application. Its type uses
 * only Node.js types, so that users need no types of Express.
 */
export type HttpApp = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;
