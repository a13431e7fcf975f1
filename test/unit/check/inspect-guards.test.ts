import { describe, expect, it } from '@jest/globals';

import { inspectGuards } from '../../../src/check/inspect-guards.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

const input = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
});

const inspect = (tool: object, more: object) =>
  inspectGuards(
    parseManifest(
      JSON.stringify({
        defaults: { workflow: { taskQueue: 'q' } },
        tools: { pay: { workflow: 'pay', input: input('amount', 'order'), ...tool } },
        ...more,
      }),
    ),
  ).map(({ path, message }) => `${path.join('.')}: ${message.slice(0, message.indexOf('.'))}`);

const APPROVED = { access: { approvers: { subjects: ['bob'], if: 'amount > `100`' } } };
const CONFIRMED = { confirm: { text: 'Pay?', if: 'amount > `100`' } };
const action = (names: readonly string[], target: object = { signal: 'change' }) => ({
  actions: { change: { workflow: 'pay', ...target, input: input(...names) } },
});

describe('inspectGuards', () => {
  it.each([
    ['amount', APPROVED, action(['amount'])],
    ['newAmount', APPROVED, action(['newAmount'], { update: 'change' })],
    ['new_amount', CONFIRMED, action(['note', 'new_amount'])],
  ])('names an action that changes %s', (name, tool, more) => {
    expect(inspect(tool, more)).toStrictEqual([
      `actions.change: May change ${name} of a running task`,
    ]);
  });

  it('names a start of another tool that changes it', () => {
    const workflow = { type: 'pay', id: 'pay-{order}', startWith: { signal: 'change' } };
    const raise = {
      workflow,
      input: { ...input('amount', 'order'), required: ['amount', 'order'] },
    };
    const found = inspect({ ...APPROVED, workflow: 'pay' }, {});
    const manifest = {
      defaults: { workflow: { taskQueue: 'q' } },
      tools: { pay: { workflow: 'pay', input: input('amount'), ...APPROVED }, raise },
    };
    const more = inspectGuards(parseManifest(JSON.stringify(manifest)));

    expect(found).toStrictEqual([]);
    expect(more.map(({ path }) => path.join('.'))).toStrictEqual([
      'tools.raise.workflow.startWith',
    ]);
  });

  it.each([
    ['a Query', APPROVED, action(['amount'], { query: 'state' })],
    ['other values', APPROVED, action(['note'])],
    ['a tool without a guard', {}, action(['amount'])],
  ])('has nothing to say of %s', (_of, tool, more) => {
    expect(inspect(tool, more)).toStrictEqual([]);
  });
});
