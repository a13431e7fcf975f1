import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { JsonRpcError } from '../../../../../src/core/json-rpc-error.js';
import {
  methodNotFound,
  taskCancelled,
  toJsonRpcError,
} from '../../../../../src/mcp/rev2025-11-25/wire/json-rpc-error.js';

/** Tasks › Protocol Errors, Tool-Level Negotiation; Tools › Error Handling. */
const CODES: Readonly<Record<TaskErrorCode, number>> = {
  taskNotFound: -32602,
  taskExpired: -32602,
  resourceNotFound: -32002,
  taskTerminal: -32602,
  full: -32602,
  invalidCursor: -32602,
  invalidParams: -32602,
  unknownTool: -32602,
  invalidArguments: -32602,
  invalidInput: -32602,
  idempotencyConflict: -32602,
  workflowIdInUse: -32602,
  taskRequired: -32601,
  taskForbidden: -32601,
  aborted: -32603,
  unavailable: -32603,
  busy: -32603,
  closing: -32603,
  misconfigured: -32603,
  tooLarge: -32603,
  internal: -32603,
};

/** The error that the MCP SDK sends when a handler throws this one. */
function toWire(error: JsonRpcError): object {
  const { code, message, data } = error;
  return { code, message, ...(data !== undefined && { data }) };
}

describe('toJsonRpcError', () => {
  it.each(Object.values(TaskErrorCode).map((code) => [code, CODES[code]] as const))(
    'answers %s with %i, and keeps the message',
    (code, expected) => {
      const error = new TaskError(code, `About ${code}.`, { cause: new Error('secret') });

      expect(toWire(toJsonRpcError(error))).toStrictEqual({
        code: expected,
        message: `About ${code}.`,
      });
    },
  );

  it('shows the violations', () => {
    const violations = [{ path: '/a', message: 'is required' }];
    const error = new TaskError('invalidArguments', 'No.', { violations });

    expect(toJsonRpcError(error).data).toStrictEqual({ violations });
  });

  it('shows how long to wait', () => {
    const error = new TaskError('unavailable', 'No.', { retryAfterMs: 5_000 });

    expect(toJsonRpcError(error).data).toStrictEqual({ retryAfterMs: 5_000 });
  });

  it('knows a TaskError of another copy of this package', () => {
    const foreign = Object.assign(new Error('No.'), { name: 'TaskError', code: 'taskRequired' });

    expect(toWire(toJsonRpcError(foreign))).toStrictEqual({ code: -32601, message: 'No.' });
  });

  it('hands on a JSON-RPC error as it is', () => {
    const error = new JsonRpcError({ code: -32042, message: 'Sign in', data: { a: 1 } });

    expect(toJsonRpcError(error)).toBe(error);
  });

  it.each<[string, unknown]>([
    ['an error', new Error('secret')],
    [
      'an error with a number as code',
      Object.assign(new Error('secret'), { code: 14, data: 'secret' }),
    ],
    ['an error with a text as code', Object.assign(new Error('secret'), { code: 'SECRET' })],
    ['an error with a cause', new Error('secret', { cause: new TaskError('internal', 'secret') })],
    [
      'an error that calls itself a TaskError',
      Object.assign(new Error('secret'), { name: 'TaskError', code: 'constructor' }),
    ],
    ['a text', 'secret'],
    ['an object', { code: 1, message: 'secret' }],
    ['nothing', undefined],
    ['null', null],
  ])('says nothing of %s but that there is one', (_what, error) => {
    const answer = toJsonRpcError(error);

    expect(toWire(answer)).toStrictEqual({ code: -32603, message: 'Internal error.' });
    expect(answer.cause).toBe(error);
  });
});

describe('methodNotFound', () => {
  it('names the method', () => {
    expect(toWire(methodNotFound('tasks/get'))).toStrictEqual({
      code: -32601,
      message: 'Method not found: tasks/get',
    });
  });
});

describe('taskCancelled', () => {
  it('says that a cancelled task has no result', () => {
    expect(toWire(taskCancelled('mcp-1'))).toStrictEqual({
      code: -32603,
      message: 'The task was cancelled. It has no result.',
      data: { taskId: 'mcp-1', status: 'cancelled' },
    });
  });
});
