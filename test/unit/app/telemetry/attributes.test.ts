import { describe, expect, it } from '@jest/globals';

import { toErrorType } from '../../../../src/app/telemetry/attributes.js';

const error = (code: number): { readonly error: { code: number; message: string } } => ({
  error: { code, message: 'No.' },
});

describe('toErrorType', () => {
  it.each([-32700, -32600, -32601, -32602, -32002])(
    'takes %i for a fault of the client (O-030)',
    (code) => {
      expect(toErrorType(error(code))).toBeUndefined();
    },
  );

  it.each([-32603, -32020, -32021, -32042, -32000, 7])(
    'names every other code, such as %i (O-031, O-074)',
    (code) => {
      expect(toErrorType(error(code))).toBe(String(code));
    },
  );

  it('tells the error of a tool from a task that has failed (O-033, O-034)', () => {
    expect(toErrorType({ result: { isError: true, content: [] } })).toBe('tool_error');
    expect(toErrorType({ result: { status: 'failed', result: { isError: true } } })).toBe(
      undefined,
    );
    expect(toErrorType({ result: {} })).toBeUndefined();
  });
});
