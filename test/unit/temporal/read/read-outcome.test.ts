import { describe, expect, it } from '@jest/globals';

import type { TaskPhase } from '../../../../src/core/task/task-status.js';
import type { TaskOutcome } from '../../../../src/core/tool/tool-result.js';
import { endedWith } from '../../../../src/temporal/read/read-outcome.js';

const text = (words: string): { type: string; text: string } => ({ type: 'text', text: words });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

const OUTCOMES: [string, TaskOutcome, TaskPhase, string | undefined][] = [
  ['a result', { kind: 'result', result: { content: [text('done')] } }, 'succeeded', undefined],
  [
    'a result that is expressly no error',
    { kind: 'result', result: { content: [text('done')], isError: false } },
    'succeeded',
    undefined,
  ],
  [
    'a tool error',
    { kind: 'result', result: { content: [image, text('sold out')], isError: true } },
    'toolError',
    'sold out',
  ],
  [
    'a tool error without words',
    { kind: 'result', result: { content: [image], isError: true } },
    'toolError',
    undefined,
  ],
  [
    'a JSON-RPC error',
    { kind: 'error', error: { code: -32603, message: 'Timed out.' } },
    'protocolError',
    'Timed out.',
  ],
  ['a cancellation', { kind: 'cancelled' }, 'cancelled', 'Cancelled.'],
];

describe('endedWith', () => {
  it.each(OUTCOMES)('makes phase and status message of %s', (...[, outcome, phase, message]) => {
    expect(endedWith(outcome)).toEqual({ phase, statusMessage: message, outcome });
  });

  it.each<[string, TaskOutcome]>([
    [
      'a tool error',
      { kind: 'result', result: { content: [text('🚚'.repeat(900))], isError: true } },
    ],
    ['a JSON-RPC error', { kind: 'error', error: { code: 1, message: '🚚'.repeat(900) } }],
  ])('cuts the words of %s between two characters', (_what, outcome) => {
    const message = endedWith(outcome).statusMessage ?? '';

    expect(message.length).toBeLessThanOrEqual(501);
    expect(/\p{Surrogate}/u.test(message)).toBe(false);
  });
});
