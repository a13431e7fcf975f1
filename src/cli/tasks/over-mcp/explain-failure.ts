import { isRecord } from '../../../core/value/is-record.js';
import { UsageError } from '../../exit-code.js';

import type { ServerAddress } from './connect-clients.js';

/** Error code of JSON-RPC 2.0. */
const METHOD_NOT_FOUND = -32601;

/** A failure with a message for the caller of a command. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** The used parts of errors of the SDK and of its libraries. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

/** Returns a failure and its causes, the outermost first. */
function causesOf(error: unknown): readonly Failure[] {
  const causes: Failure[] = [];
  for (let at = error; isRecord(at) && causes.length < 5; at = at['cause']) {
    causes.push(at as unknown as Failure);
  }
  return causes;
}

function statusOf(error: unknown): number | undefined {
  for (const { name, status } of causesOf(error)) {
    if (typeof status === 'number') return status;
    if (name === 'UnauthorizedError') return 401;
    if (name === 'InsufficientScopeError') return 403;
  }
  return undefined;
}

/** Returns the code of a server's JSON-RPC error; `undefined` for any other failure. */
export function rpcCodeOf(error: unknown): number | undefined {
  const { code } = isRecord(error) ? error : ({} as Record<string, unknown>);
  return typeof code === 'number' ? code : undefined;
}

/** Returns true if the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status === 429 || status >= 500;
  const isTimeout = causesOf(error).some(({ code }) => code === 'REQUEST_TIMEOUT');
  return isTimeout || causesOf(error).some(({ message }) => message === 'fetch failed');
}

const TOKEN_HELP =
  'Put an access token into TEMPORAL_MCP_TASKS_TOKEN, or into a file that --token-file names.';

function explainStatus(status: number, error: unknown, { url, token }: ServerAddress): string {
  switch (status) {
    case 401:
      return token === undefined
        ? `The server at ${url.href} asks for a token (401). ${TOKEN_HELP}`
        : `The server at ${url.href} does not take this token (401): it may have expired, or be for another server. ${TOKEN_HELP}`;
    case 403: {
      const [{ message } = { message: '' }] = causesOf(error);
      return `The server at ${url.href} does not let this through (403): ${message}. A token with more scopes may be needed.`;
    }
    case 404:
    case 405:
      return `There is no MCP server at ${url.href} (HTTP ${status}): its path is usually /mcp.`;
    case 429:
      return `The server at ${url.href} has had too many requests (429): try again later.`;
    default:
      return `The server at ${url.href} answered with HTTP ${status}.`;
  }
}

function explainTransport(error: unknown, { url }: ServerAddress): string {
  const causes = causesOf(error);
  if (causes.some(({ message }) => message === 'fetch failed')) {
    const { code, message = 'no answer' } = causes.at(-1) ?? {};
    const reason = typeof code === 'string' ? code : message;
    return `Nobody answers at ${url.href} (${reason}). Is the server running there? Start one with "temporal-mcp-tasks serve", name another with --url, or go straight to Temporal with --manifest.`;
  }
  if (causes.some(({ code }) => code === 'REQUEST_TIMEOUT')) {
    return `The server at ${url.href} does not answer in time. Try again later.`;
  }
  const last = causes.at(-1)?.message ?? String(error);
  return `What answers at ${url.href} speaks no MCP: ${last}. The path is usually /mcp.`;
}

/** Explains a server's answer, or its absence, to the caller of the command. Clear messages stay as they are. */
export function explainFailure(error: unknown, server: ServerAddress): Error {
  if (error instanceof UsageError || error instanceof ExplainedError) return error;
  const explain = (): string => {
    const code = rpcCodeOf(error);
    const { message } = error as Error;
    if (code === METHOD_NOT_FOUND) {
      return `The server at ${server.url.href} has no tasks, or not in the way that this needs: ${message}.`;
    }
    if (code !== undefined) return message;
    const status = statusOf(error);
    return status === undefined
      ? explainTransport(error, server)
      : explainStatus(status, error, server);
  };
  return new ExplainedError(explain(), { cause: error });
}
