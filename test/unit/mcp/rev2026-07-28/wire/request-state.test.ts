import { describe, expect, it } from '@jest/globals';

import {
  openRequestState,
  sealRequestState,
} from '../../../../../src/mcp/rev2026-07-28/wire/request-state.js';
import type { CallProgress } from '../../../../../src/service/calls/call/tool.js';
import { testSealer } from '../../../../support/test-sealer.js';

const identity = { owner: 'ada', toolName: 'a', input: { b: 1, c: { d: [1, 2], e: 'x' } } };
const state: CallProgress = { phase: 'running', taskId: 'task-1' };

describe('a request state', () => {
  it('opens for the same call, in whatever order its arguments come', async () => {
    const text = await sealRequestState(testSealer, identity, { state, lifetimeMs: 60_000 });
    const reordered = { ...identity, input: { c: { e: 'x', d: [1, 2] }, b: 1 } };

    expect(await openRequestState(testSealer, reordered, text)).toStrictEqual(state);
  });

  it.each([
    ['another owner', { owner: 'bob' }],
    ['another tool', { toolName: 'b' }],
    ['other arguments', { input: { b: 2 } }],
    ['arguments in another order of a list', { input: { b: 1, c: { d: [2, 1], e: 'x' } } }],
  ])('does not open for %s', async (_what, other) => {
    const text = await sealRequestState(testSealer, identity, { state, lifetimeMs: 60_000 });

    expect(await openRequestState(testSealer, { ...identity, ...other }, text)).toBeUndefined();
  });

  it('does not open when altered, sealed for something else, or out of date', async () => {
    const text = await sealRequestState(testSealer, identity, { state, lifetimeMs: 60_000 });
    const late = await sealRequestState(testSealer, identity, { state, lifetimeMs: -60_000 });
    const session = await testSealer.seal('session', { ...identity, state });

    for (const wrong of [`${text}x`, text.slice(1), late, session, '']) {
      expect(await openRequestState(testSealer, identity, wrong)).toBeUndefined();
    }
  });

  it('shows nothing of what it holds', async () => {
    const text = await sealRequestState(testSealer, identity, { state, lifetimeMs: 60_000 });

    expect(text).not.toContain('task-1');
  });
});
