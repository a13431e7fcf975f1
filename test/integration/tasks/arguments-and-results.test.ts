import { describe, expect, it } from '@jest/globals';

import { asOwner } from '../../../src/core/task/viewer.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

const KIB = 1024;
const text = (value: string) => [{ type: 'text', text: value }];

describe('arguments', () => {
  it('are measured in bytes, not in characters', async () => {
    const { connect } = given();
    const request = await toCreateRequest(given(), 'large_input', { text: '€'.repeat(KIB / 2) });

    await expect(createOwned(connect({ maxArgumentBytes: KIB }), request)).rejects.toMatchObject({
      code: 'invalidArguments',
    });
  });

  it('up to 1 MiB are taken by default', async () => {
    const { create, closed } = given();
    const frame = '[{"text":""}]'.length;

    const { taskId } = await create('large_input', { text: 'x'.repeat(KIB * KIB - frame) });

    expect(await closed(taskId)).toMatchObject({ phase: 'succeeded' });
  });

  it.each([
    ['all of them', { first: 'a', second: 'b', count: 3 }, { first: 'a', second: 'b', count: 3 }],
    ['the last omitted', { first: 'a', second: 'b' }, { first: 'a', second: 'b' }],
    ['all but the first omitted', { first: 'a' }, { first: 'a' }],
    ['the middle one omitted', { first: 'a', count: 3 }, { first: 'a', second: null, count: 3 }],
  ])('reach a workflow by position, %s', async (_which, input, result) => {
    const { create, closed } = given();

    const { taskId } = await create('join_positional', input);

    expect((await closed(taskId)).outcome).toEqual({
      kind: 'result',
      result: { content: text(JSON.stringify(result)), structuredContent: result },
    });
  });
});

describe('a result', () => {
  it.each([
    ['nothing', 'return_undefined', { content: text('Completed. There is no result.') }],
    ['a number', 'return_scalar', { content: text('42') }],
    ['an array', 'return_array', { content: text('[1,"two",{"three":3}]') }],
    [
      'an object with a content that no tool result has',
      'return_odd_content',
      {
        content: text('{"content":["Introduction",{"chapter":1},2],"chapters":3}'),
        structuredContent: { content: ['Introduction', { chapter: 1 }, 2], chapters: 3 },
      },
    ],
  ])('that is %s becomes a tool result', async (_what, toolName, result) => {
    const { create, closed } = given();
    const { taskId } = await create(toolName);

    const task = await closed(taskId);

    expect(task).toMatchObject({ phase: 'succeeded' });
    expect(task.outcome).toEqual({ kind: 'result', result });
  });

  it('of bytes becomes a resource with a blob', async () => {
    const { create, closed } = given();
    const { taskId } = await create('return_bytes');

    const uri = `temporal-task:///${encodeURIComponent(taskId)}/result`;
    const resource = { uri, mimeType: 'application/octet-stream', blob: 'AAH+/w==' };
    expect(await closed(taskId)).toMatchObject({
      phase: 'succeeded',
      outcome: { kind: 'result', result: { content: [{}, { type: 'resource', resource }] } },
    });
  });

  it('larger than Temporal takes is an error that says so', async () => {
    const { create, closed } = given();
    const { taskId } = await create('return_large_string', { bytes: 3_000_000 });

    const task = await closed(taskId);

    expect(task).toMatchObject({
      phase: 'protocolError',
      outcome: { kind: 'error', error: { code: -32603 } },
    });
    expect(task.statusMessage).toMatch(/terminated: .*size.*limit/i);
  });

  it('just below what Temporal takes is returned whole', async () => {
    const { create, closed } = given();
    const { taskId } = await create('return_large_string', { bytes: 2_000_000 });

    const { outcome } = await closed(taskId);

    expect(outcome).toMatchObject({ kind: 'result' });
    expect(JSON.stringify(outcome)).toContain('x'.repeat(2_000_000));
  });

  it.each([
    ['lacks a member', { other: 1 }, /output schema: .*ok/],
    ['has a member of the wrong type', { ok: 'yes' }, /output schema: \/ok must be boolean/],
    [
      'is no object',
      'fine',
      /output schema: it must be object\. Nothing is lost: .*widens "output".*result\.misfit/,
    ],
    [
      'is nothing',
      null,
      /output schema: it must be object\. Nothing is lost: .*widens "output".*result\.misfit/,
    ],
  ])(
    'that %s breaks the output schema and is told in words, with the way out',
    async (_how, result, message) => {
      const { create, closed, finish } = given();
      const { taskId } = await create('wait_for_typed_finish');
      await finish(taskId, result);

      expect(await closed(taskId)).toMatchObject({
        phase: 'succeeded',
        statusMessage: expect.stringMatching(message),
        outcome: { kind: 'result', result: { isError: true } },
      });
    },
  );

  it.each([
    ['fits', { ok: true }, 'succeeded'],
    ['is a tool error', { content: text('no'), isError: true }, 'toolError'],
  ])('that %s need not fear the output schema', async (_how, result, phase) => {
    const { create, closed, finish } = given();
    const { taskId } = await create('wait_for_typed_finish');
    await finish(taskId, result);

    expect(await closed(taskId)).toMatchObject({ phase });
  });
});

describe('workflow code that fails', () => {
  it.each([
    ['because it has a bug', 'throw_plain_error_until_timeout', 'its code fails'],
    [
      'because the worker does not have it',
      'not_registered',
      'its worker does not have this workflow',
    ],
  ])(
    '%s shows in the status message, until the execution timeout ends it',
    async (_why, toolName, words) => {
      const { create, closed, connect, owner } = given();
      const { taskId } = await create(toolName);

      const open = await eventually('a message about the code', async () => {
        const task = await connect().get(asOwner({ owner }), taskId);
        return task.statusMessage === undefined ? undefined : task;
      });
      expect(open).toMatchObject({ phase: 'working' });
      expect(open.statusMessage).toMatch(
        new RegExp(`^The workflow cannot go on: ${words} \\(attempt \\d+\\)\\.$`),
      );

      expect(await closed(taskId)).toMatchObject({
        phase: 'protocolError',
        statusMessage: 'The workflow timed out: it did not end within its execution timeout.',
      });
    },
  );
});
