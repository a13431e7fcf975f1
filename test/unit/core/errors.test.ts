import { describe, expect, it } from '@jest/globals';

import { isTaskError, TaskError, TaskErrorCode } from '../../../src/core/errors.js';

/** A `TaskError` of another copy of this package: another class, the same name and code. */
function fromAnotherCopy(code: unknown, name = 'TaskError'): Error {
  return Object.assign(new Error('from another copy'), { name, code });
}

describe('TaskErrorCode', () => {
  it.each(Object.entries(TaskErrorCode))('spells %s as its own name', (name, code) => {
    expect(code).toBe(name);
  });
});

describe('TaskError', () => {
  it('carries code, message, cause, violations and the time to wait', () => {
    const cause = new Error('why');
    const violations = [{ path: '/a', message: 'is required' }];
    const error = new TaskError('unavailable', 'No.', { cause, violations, retryAfterMs: 5 });

    expect(error).toMatchObject({
      name: 'TaskError',
      code: 'unavailable',
      message: 'No.',
      cause,
      violations,
      retryAfterMs: 5,
    });
  });

  it('has no cause unless one is given', () => {
    expect(new TaskError('internal', 'No.')).not.toHaveProperty('cause');
  });
});

describe('isTaskError', () => {
  it.each(Object.values(TaskErrorCode))('knows an error with code %s', (code) => {
    expect(isTaskError(new TaskError(code, 'No.'))).toBe(true);
    expect(isTaskError(fromAnotherCopy(code))).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'TaskError'],
    ['an object of the same shape', { name: 'TaskError', code: 'internal', message: 'No.' }],
    ['an error without code', new Error('No.')],
    ['an error of another name', fromAnotherCopy('internal', 'Error')],
    ['a code of a later version', fromAnotherCopy('notYetInvented')],
    ['a code that is a number', fromAnotherCopy(-32603)],
    ['a code that every object has', fromAnotherCopy('constructor')],
    ['a code that is the prototype', fromAnotherCopy('__proto__')],
  ])('does not know %s', (_what, value) => {
    expect(isTaskError(value)).toBe(false);
  });
});
