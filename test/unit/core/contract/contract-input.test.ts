import { describe, expect, it } from '@jest/globals';

import * as contract from '../../../../src/core/contract/contract.js';

const {
  parseCancelSignal,
  parseChildSignal,
  parseClientTaskSignal,
  parseInputSignal,
  parseWorkflowState,
} = contract;

const cancel = { reason: 'Enough', by: 'client', at: '2026-01-05T09:00:00.000Z' };
const inputRequests = {
  i1: { method: 'elicitation/create', params: { message: 'Well?', requestedSchema: {} } },
};
const clientTasks = { i1: { taskId: 't', session: 's' } };
const state = {
  v: 3,
  status: 'input_required',
  inputRequests,
  checksContent: true,
  keepsClientTasks: true,
  clientTasks,
  cancel,
};

/** Values that every parser of the contract rejects. */
const FOREIGN: readonly [unknown][] = [[undefined], [null], ['text'], [5], [[{}]]];

describe('the contract', () => {
  it('keeps its released names', () => {
    expect(contract).toMatchObject({
      INPUT_SIGNAL: 'mcp.task.input',
      CHILD_SIGNAL: 'mcp.task.child',
      CLIENT_TASK_SIGNAL: 'mcp.task.clientTask',
      MAX_STATE_BYTES: 32_768,
    });
  });
});

describe('parseWorkflowState', () => {
  it('reads questions and cancellation', () => {
    expect(parseWorkflowState(state)).toEqual(state);
  });

  it.each([
    ['another status', { status: 'completed' }],
    ['a version that is a text', { v: '3' }],
    ['a cancellation without a time', { cancel: { by: 'client' } }],
    ['no open question', { inputRequests: {} }],
    ['a question that is none', { inputRequests: { i1: {} } }],
    ['a promise to check that is none', { checksContent: 'yes' }],
    ['a promise to keep that is none', { keepsClientTasks: 1 }],
    ["a client's task without an ID", { clientTasks: { i1: { session: 's' }, i2: 't' } }],
    ['no task of a client', { clientTasks: { i1: null } }],
    ["a client's task for what is no key", { clientTasks: { 'no key': { taskId: 't' } } }],
  ])('leaves out %s', (_what, value) => {
    expect(parseWorkflowState(value)).toEqual({});
  });
});

describe('parseCancelSignal', () => {
  it('reads who asked, when and why', () => {
    expect(parseCancelSignal({ ...cancel, later: 'addition' })).toEqual(cancel);
  });

  it('leaves out a reason that is no text', () => {
    const { reason, ...rest } = cancel;

    expect(parseCancelSignal({ ...rest, reason: { text: reason } })).toEqual(rest);
  });

  it.each<[unknown]>([
    ...FOREIGN,
    [{ by: 'client' }],
    [{ ...cancel, at: 'now' }],
    [{ ...cancel, by: 1 }],
  ])('refuses %j', (value) => {
    expect(parseCancelSignal(value)).toBeUndefined();
  });
});

describe('parseInputSignal', () => {
  it('reads the answers that are objects', () => {
    const answers = { i1: { action: 'decline' }, i2: 'yes', i3: null, i4: [{}] };

    expect(parseInputSignal(answers)).toEqual({ i1: { action: 'decline' } });
  });

  it('leaves out answers that are too large or too deep to be looked at', () => {
    const large = { action: 'accept', content: { a: 'x'.repeat(256 * 1024) } };
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;

    expect(parseInputSignal({ i1: large, i2: deep, i3: { action: 'decline' } })).toEqual({
      i3: { action: 'decline' },
    });
  });

  it.each(FOREIGN)('finds none in %j', (value) => {
    expect(parseInputSignal(value)).toEqual({});
  });
});

describe('parseClientTaskSignal', () => {
  it("reads clients' tasks, and that there is none any more", () => {
    const said = { ...clientTasks, i2: { taskId: 'u', ttl: 5 }, i3: null, i4: 't', i5: {}, i6: [] };

    expect(parseClientTaskSignal(said)).toEqual({
      ...clientTasks,
      i2: { taskId: 'u' },
      i3: null,
    });
  });

  it('leaves out a session that is no text', () => {
    const said = { i1: { taskId: 't', session: 5 } };

    expect(parseClientTaskSignal(said)).toEqual({ i1: { taskId: 't' } });
  });

  it.each(FOREIGN)('finds none in %j', (value) => {
    expect(parseClientTaskSignal(value)).toEqual({});
  });
});

describe('parseChildSignal', () => {
  it.each([[{ workflowId: 'w', state }], [{ workflowId: 'w', firstRunId: 'r', state: {} }]])(
    'reads %j',
    (value) => {
      expect(parseChildSignal(value)).toEqual(value);
    },
  );

  it.each<[unknown]>([...FOREIGN, [{ workflowId: 'w' }], [{ state }], [{ workflowId: 1, state }]])(
    'refuses %j',
    (value) => {
      expect(parseChildSignal(value)).toBeUndefined();
    },
  );
});
