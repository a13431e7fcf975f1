import { describe, expect, it } from '@jest/globals';

import { withQuestionNote } from '../../../../../src/core/question/question-note.js';
import type { Question } from '../../../../../src/core/question/question.js';
import type { Task } from '../../../../../src/core/task/task.js';
import {
  describeApprovals,
  describeProgress,
  toTaskFacts,
} from '../../../../../src/service/calls/answer/describe-task.js';
import { ownQuestion } from '../../../../support/asking.js';
import { rev2025 } from '../../../../support/protocols.js';

const PAGE = 'https://mcp.example/inbox/questions/abc';
const asked = { ...ownQuestion(), isOpenElsewhere: true, page: PAGE } as const;

function toTask(question: Question): Task {
  return {
    taskId: 't',
    toolName: 'pay',
    phase: 'inputRequired',
    cancelRequested: false,
    questions: [question],
    createdAt: '',
    lastUpdatedAt: '',
    ttlMs: 1,
    pollIntervalMs: 1,
    statusMessage: withQuestionNote('Checked.', [question]) ?? '',
  };
}

describe('a question in words for a model', () => {
  it('has no page for one that may answer it itself', () => {
    const task = toTask(asked);
    const answering = { modelMayAnswer: true };

    expect(describeProgress(task)).toBe('Status: "Checked.".');
    expect(toTaskFacts(task, rev2025, answering).statusMessage).toBe('Checked.');
    expect(describeApprovals(task, answering)).toBe('');
  });

  it('is one that the person can answer where the model may not', () => {
    const task = toTask(asked);
    const answering = { modelMayAnswer: false };

    const wait = `It waits for an answer of the user: i1: "Well?", at ${PAGE} in a browser.`;
    expect(toTaskFacts(task, rev2025, answering).statusMessage).toBe(`Checked. ${wait}`);
    expect(describeProgress(task)).toBe('Status: "Checked.".');
    expect(describeApprovals(task, answering)).toBe(
      `${wait} A person has to give it; you can't answer for them. Tell the user, with the link, before you call a tool again.`,
    );
  });

  it('is somebody else’s to approve for every model where the owner may not', () => {
    const task = toTask({ ...asked, audience: 'others' });

    for (const modelMayAnswer of [true, false]) {
      expect(describeApprovals(task, { modelMayAnswer })).toContain(
        `It waits for an approval by somebody other than the user: i1: "Well?", at ${PAGE} in`,
      );
    }
  });

  it('says why it is still open, if its form was closed', () => {
    const task = toTask({ ...asked, isPutAside: true });

    expect(describeApprovals(task, { modelMayAnswer: false })).toMatch(
      /^The form was closed without an answer, so it waits for an answer of the user: /,
    );
  });

  it('never speaks to the model as "you", but where it is meant', () => {
    for (const audience of ['owner', 'others'] as const) {
      const task = toTask({ ...asked, audience });
      const { statusMessage = '' } = toTaskFacts(task, rev2025, { modelMayAnswer: false });

      expect(`${describeProgress(task)} ${statusMessage}`).not.toMatch(/\byou\b/);
    }
  });

  it('says until when an answer counts, once in each text', () => {
    const task = toTask({ ...asked, answerBy: '2026-11-27T12:33:00.000Z' });
    const answering = { modelMayAnswer: false };
    const facts = toTaskFacts(task, rev2025, answering);

    expect(facts.statusMessage?.split('2026-11-27 12:33 UTC')).toHaveLength(2);
    expect(facts.approvals).toMatchObject({ i1: { answerBy: '2026-11-27T12:33:00.000Z' } });
    expect(describeProgress(task)).not.toContain('12:33');
    expect(describeApprovals(task, answering)).toContain(
      'i1: "Well?" (until 2026-11-27 12:33 UTC)',
    );
  });
});
