/** The log names questions that MCP cannot show as their Workflow asks them. */
import { describe, expect, it } from '@jest/globals';

import { silentLogger } from '../../../../src/core/logger.js';
import { SupportedQuestions } from '../../../../src/temporal/declared/supported-questions.js';

const task = { taskId: 'purchase-1', createdAt: '2026-11-23T08:00:00.000Z' };

function ask(key: string, properties: object) {
  const requestedSchema = { type: 'object', properties };
  const params = { message: 'Well?', requestedSchema };
  return { key, method: 'elicitation/create', params } as const;
}

/** Reads a task's questions twice, as each poll does, and returns the warnings. */
function warningsOf(open: Parameters<SupportedQuestions['read']>[1]): unknown[] {
  const warnings: unknown[] = [];
  const questions = new SupportedQuestions({
    ...silentLogger,
    warn: (...entry) => warnings.push(entry),
  });
  questions.read(task, open);
  questions.read(task, open);
  return warnings;
}

describe('the log', () => {
  it('names once the keywords that a form is shown without', () => {
    expect(warningsOf([ask('code', { code: { type: 'string', pattern: '^A-' } })])).toStrictEqual([
      [
        {
          taskId: task.taskId,
          question: 'code',
          leftOut: ['/requestedSchema/properties/code/pattern'],
        },
        'A form of a Workflow is shown without rules that MCP does not know',
      ],
    ]);
  });

  it('names the field of a form that can only be declined', () => {
    expect(warningsOf([ask('list', { list: { type: 'object' } })])).toStrictEqual([
      [
        expect.objectContaining({
          question: 'list',
          problem: expect.stringContaining('/requestedSchema/properties/list'),
        }),
        'A question of a Workflow breaks the rules of MCP, and can only be declined',
      ],
    ]);
  });

  it('is silent about a form that MCP knows', () => {
    expect(warningsOf([ask('code', { code: { type: 'string' } })])).toStrictEqual([]);
  });
});
