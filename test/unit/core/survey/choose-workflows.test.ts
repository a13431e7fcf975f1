import { describe, expect, it } from '@jest/globals';

import { chooseWorkflows } from '../../../../src/core/survey/choose-workflows.js';
import { WorkflowRecord } from '../../../../src/core/survey/workflow-record.js';

function recordOf({
  isChild = false,
  pollers = 1,
  starts = 1,
  hasRun = true,
} = {}): WorkflowRecord {
  const record = new WorkflowRecord('purchase');
  record.addExecution({
    isOpen: true,
    isChild,
    isScheduled: false,
    hasEndedBadly: false,
    taskQueue: 'purchases',
    startedAtMs: 1,
    searchAttributes: [],
    memo: [],
  });
  for (let index = 0; index < starts; index += 1) record.starts.add([]);
  record.hasRun = hasRun;
  record.taskQueues = [{ name: 'purchases', pollers }];
  return record;
}

const choose = (record: WorkflowRecord, named?: string[]): string | undefined =>
  chooseWorkflows({ workflows: [record], notFound: [] }, named).leftOut[0]?.reason;

describe('a Workflow Type', () => {
  it('is offered', () => {
    expect(choose(recordOf())).toBeUndefined();
  });

  it.each([
    ['is only started by others', recordOf({ isChild: true }), /as their children/],
    ['no Worker has registered', recordOf({ hasRun: false }), /no Worker has run any/],
    ['has no Worker', recordOf({ pollers: 0 }), /nobody polls Task Queue purchases/],
  ])('that %s is offered when somebody asks for it', (_what, record, reason) => {
    expect(choose(record)).toMatch(reason);
    expect(choose(record, ['purchase'])).toBeUndefined();
  });

  it('whose arguments are not known is not offered at all', () => {
    const encrypted = recordOf();
    encrypted.starts.unreadable.add('binary/encrypted');

    expect(choose(encrypted, ['purchase'])).toMatch(/binary\/encrypted.*--data-converter/);
    expect(choose(recordOf({ starts: 0 }), ['purchase'])).toMatch(/none of its starts/);
  });

  it.each([
    ['parcel', /no execution/],
    ["it's", /quotes/],
  ])('that was not found is named: %s', (type, reason) => {
    const { leftOut } = chooseWorkflows({ workflows: [], notFound: [type] });

    expect(leftOut).toStrictEqual([{ type, reason: expect.stringMatching(reason) }]);
  });
});
