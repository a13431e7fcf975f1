import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import {
  toJsonRpcError,
  toWireError,
} from '../../../../../src/mcp/rev2026-07-28/wire/json-rpc-error.js';

const INTERNAL: readonly string[] = [
  ...['aborted', 'unavailable', 'busy', 'closing'],
  ...['misconfigured', 'tooLarge', 'internal'],
];

describe('toJsonRpcError', () => {
  it.each(Object.values(TaskErrorCode))('gives %s one of two codes', (code) => {
    expect(toJsonRpcError(new TaskError(code, 'x'))).toMatchObject({
      code: INTERNAL.includes(code) ? -32603 : -32602,
      message: 'x',
    });
  });

  it('tells nothing of an unforeseen error', () => {
    const error = toJsonRpcError(new Error('secret'));

    expect([error.code, error.message, error.data]).toEqual([-32603, 'Internal error.', undefined]);
  });
});

describe('toWireError', () => {
  it.each([-32002, -32020, -32021, -32042, -32099])('gives nobody else’s code %d away', (code) => {
    expect(toWireError({ code, message: 'x', data: 1 })).toEqual({
      code: -32603,
      message: 'x',
      data: 1,
    });
  });

  it.each([-32601, -32000, -32019, 1])('leaves %d as it is', (code) => {
    expect(toWireError({ code, message: 'x' })).toEqual({ code, message: 'x' });
  });
});
