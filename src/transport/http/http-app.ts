import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An HTTP application. Pass it to `createServer` of `node:http`, or mount it in an application of Express. Its type is of Node
 * alone, so that users need no types of Express.
 */
export type HttpApp = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;
