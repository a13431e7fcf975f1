import { describe, expect, it } from '@jest/globals';

import { toCheckedOutcome } from '../../../../src/core/task/checked-outcome.js';
import { mapResult } from '../../../../src/core/tool/result-mapping.js';
import { toErrorResult } from '../../../../src/core/tool/tool-result.js';
import { result as resultKey, type ResultMapping } from '../../../../src/definition/tool/result.js';
import { fillIn } from '../../../../src/manifest/compile/compile-text.js';

const TASK = { taskId: 'order-17', toolName: 'bill', scope: { input: { note: 'mine' } } };
const BILL = { id: 'b-1', lines: [{ cents: 300 }, { cents: 700 }], note: 'a\nb' };

const toResultMapping = (written: object): ResultMapping =>
  fillIn(resultKey, resultKey.parse(written), []);

const map = async (source: object, value: unknown = BILL) =>
  mapResult(value, toResultMapping(source), TASK);
const text = (words: string) => ({ type: 'text', text: words });

describe('what a Workflow returned', () => {
  it('is the result as ever where nothing is said', async () => {
    const mapping: ResultMapping = {};

    expect(await mapResult({ a: 1 }, mapping, TASK)).toEqual({
      ok: true,
      result: { content: [text('{"a":1}')], structuredContent: { a: 1 } },
    });
    expect(await mapResult(new ArrayBuffer(1), mapping, TASK)).toEqual({
      ok: true,
      result: undefined,
    });
  });

  it('becomes structured content by an expression, and its JSON the text', async () => {
    const structuredContent = { bill: 'b-1', total: 1_000 };

    expect(
      await map({ structured: '{ bill: $result.id, total: sum($result.lines[].cents) }' }),
    ).toEqual({
      ok: true,
      result: { content: [text(JSON.stringify(structuredContent))], structuredContent },
    });
  });

  it('becomes text by a template, with members in full', async () => {
    const note = 'x'.repeat(1_000);

    expect(
      await map(
        {
          text: 'Bill {$result.id}: {$result.lines[0].cents} {note} {$result.note}{$result.nothing}',
        },
        { ...BILL, note },
      ),
    ).toMatchObject({
      ok: true,
      result: {
        content: [text(`Bill b-1: 300 mine ${note}(none)`)],
        structuredContent: { id: 'b-1' },
      },
    });
  });

  it('becomes text by an expression, also where it is no object', async () => {
    const source = { text: "{join(', ', $result)}" };

    expect(await map(source, ['a', 'b'])).toEqual({
      ok: true,
      result: { content: [text('a, b')] },
    });
  });

  it.each<[object, string]>([
    [{ structured: '$result.nothing' }, 'result.structured gives nothing'],
    [{ structured: '$result.id' }, 'result.structured does not give an object'],
    [
      { structured: 'sum($result.id)' },
      'result.structured: Invalid type: sum() expected argument 1',
    ],
    [{ resource: { content: '$result.nothing' } }, 'result.resource.content gives nothing'],
    [
      { resource: { content: '$result.note', encoding: 'base64' } },
      'result.resource.content does not give base64',
    ],
  ])('does not fit %j, which is said without a word of it', async (source, problem) => {
    const mapped = await map(source);

    expect(mapped).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(JSON.stringify(mapped)).not.toContain('b-1');
  });
});

describe('a result that is too large', () => {
  const uri = 'temporal-task:///order-17/result';
  const large = { id: 'r-1', rows: 'x'.repeat(100) };

  it('is a text and a link', async () => {
    const source = {
      text: 'Report {$result.id}',
      resource: { content: '$result.rows', largerThan: 99, name: 'rows of {$result.id}' },
    };

    expect(await map(source, large)).toEqual({
      ok: true,
      result: {
        content: [
          text(
            `Report r-1\n\n"rows of r-1" (100 bytes) is a resource of this server: read ${uri}.`,
          ),
          { type: 'resource_link', uri, name: 'rows of r-1', mimeType: 'text/plain', size: 100 },
        ],
      },
    });
  });

  it('stays as it is up to the size that is allowed', async () => {
    expect(
      await map({ resource: { content: '$result.rows', largerThan: 100 } }, large),
    ).toMatchObject({
      result: { structuredContent: large },
    });
    expect(await map({ resource: {} }, large)).toMatchObject({
      result: { structuredContent: large },
    });
    expect(await map({ resource: {} }, { rows: 'x'.repeat(40_000) })).toMatchObject({
      result: {
        content: [
          {},
          { type: 'resource_link', name: 'bill', mimeType: 'application/json', size: 40_011 },
        ],
      },
    });
  });

  it('keeps the structured content that the manifest makes of it', async () => {
    const source = {
      structured: '{ id: $result.id }',
      resource: { content: '$result.rows', largerThan: 1, mimeType: 'text/csv' },
    };

    expect(await map(source, large)).toMatchObject({
      result: { structuredContent: { id: 'r-1' }, content: [{}, { mimeType: 'text/csv' }] },
    });
  });

  it.each([
    [{ mimeType: 'audio/wav' }, { type: 'audio', mimeType: 'audio/wav', data: 'AAEC' }],
    [{ largerThan: 2 }, { type: 'resource_link', mimeType: 'application/octet-stream', size: 3 }],
    [{}, { type: 'resource', resource: { blob: 'AAEC' } }],
  ])('is made of bytes, with %j', async (resource, block) => {
    expect(await map({ resource }, new Uint8Array([0, 1, 2]))).toMatchObject({
      result: { content: [{ type: 'text' }, block] },
    });
  });

  it('is made of bytes of a tool that does not say what they are', async () => {
    expect(await mapResult(new Uint8Array(40_000), {}, TASK)).toMatchObject({
      result: { content: [{}, { type: 'resource', resource: { uri } }] },
    });
    expect(await mapResult(new Uint8Array(40_001), {}, TASK)).toMatchObject({
      result: { content: [{}, { type: 'resource_link', uri, name: 'bill', size: 40_001 }] },
    });
  });

  it('is none for bytes that no task has returned', async () => {
    const { toolName, scope } = TASK;

    expect(await mapResult(new Uint8Array(3), {}, { toolName, scope })).toMatchObject({
      result: { structuredContent: { base64: 'AAAA' } },
    });
    const mapping = toResultMapping({ text: 'It is {$result}' });
    expect(await mapResult(new Uint8Array(3), mapping, { toolName, scope })).toEqual({
      ok: true,
      result: { content: [text('It is 3 bytes')], structuredContent: { base64: 'AAAA' } },
    });
  });

  it.each([
    ['a tool result', { content: [text('No funds')], isError: true }],
    ['data like one', { content: [text('No funds')], is_error: true }],
  ])('is not made of a refusal, which stays one: %s', async (_what, value) => {
    expect(await map({ text: 'Paid', structured: '{ a: $result }' }, value)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('No funds') }] },
    });
  });

  it('are named by their number in a text', async () => {
    expect(
      await map({ text: 'It has {$result.file}.' }, { file: new Uint8Array(3) }),
    ).toMatchObject({
      result: { content: [text('It has 3 bytes.')] },
    });
  });

  it('is a picture also if a text holds its base64', async () => {
    const resource = {
      content: '$result.rows',
      encoding: 'base64',
      mimeType: 'image/png',
    } as const;

    expect(await map({ resource }, { rows: 'R0lGODlhAQABAAAAACw' })).toMatchObject({
      result: {
        content: [{}, { type: 'image', data: 'R0lGODlhAQABAAAAACw=', mimeType: 'image/gif' }],
      },
    });
  });

  it('counts bytes, and not characters of base64', async () => {
    expect(
      await map(
        { resource: { content: '$result.rows', encoding: 'base64', largerThan: 74 } },
        large,
      ),
    ).toMatchObject({
      result: { content: [{}, { mimeType: 'application/octet-stream', size: 75 }] },
    });
  });
});

describe('what is made of a result', () => {
  const take = async (value: unknown) => Promise.resolve(value);
  const validate = async (value: unknown) =>
    Promise.resolve(
      (value as { total?: unknown }).total === 1_000
        ? []
        : [{ path: '/total', message: 'must be 1000' }],
    );

  it('is held against the output schema', async () => {
    const result = toResultMapping({ structured: '{ total: sum($result.lines[].cents) }' });

    expect(
      await toCheckedOutcome(BILL, { output: { validate, take }, result }, TASK),
    ).toMatchObject({
      kind: 'result',
    });
    expect(
      await toCheckedOutcome(
        { lines: [{ cents: 1 }] },
        { output: { validate, take }, result },
        TASK,
      ),
    ).toMatchObject({
      kind: 'result',
      isUnread: true,
      result: toErrorResult(expect.stringContaining('/total must be 1000') as unknown as string),
    });
  });

  it('is words that say that nothing is lost, where it cannot be made', async () => {
    const result = toResultMapping({ structured: '{ total: sum($result.id) }' });
    const words =
      /^The work is done, .* Its result does not fit the manifest of this server \(result\.structured: Invalid type: sum\(\).*\)\. Nothing is lost/;

    expect(await toCheckedOutcome(BILL, { result }, TASK)).toEqual({
      kind: 'result',
      isUnread: true,
      result: toErrorResult(expect.stringMatching(words) as unknown as string),
    });
  });

  it.each([
    ['has no JSON form', new ArrayBuffer(1), {}, 'The result has no JSON form.'],
    [
      'is content alone where an output schema is declared',
      { content: [text('done')] },
      { output: { validate: async () => Promise.resolve([]), take } },
      'the tool declares an output schema, and the result is content or bytes alone',
    ],
  ])('is refused where it %s', async (_what, value, rules, why) => {
    expect(JSON.stringify(await toCheckedOutcome(value, rules, TASK))).toContain(why);
  });

  it('is sent once where it is large, and no output schema promises structured content', async () => {
    const large = { rows: 'x'.repeat(40_001) };
    const fits = async (): Promise<readonly []> => Promise.resolve([]);
    const structured = toResultMapping({ structured: '$result' });
    const sent = { result: { structuredContent: large } };

    expect(await toCheckedOutcome(large, {}, TASK)).toEqual({
      kind: 'result',
      result: { content: [{ type: 'text', text: JSON.stringify(large) }] },
    });
    expect(await toCheckedOutcome(large, { output: { validate: fits, take } }, TASK)).toMatchObject(
      sent,
    );
    expect(await toCheckedOutcome(large, { result: structured }, TASK)).toMatchObject(sent);
    expect(await toCheckedOutcome({ rows: 'x' }, {}, TASK)).toMatchObject({
      result: { structuredContent: { rows: 'x' } },
    });
  });

  it.each([
    ['a list', [{ cents: 5 }]],
    ['an empty list', []],
    ['a text', 'hello'],
    ['a number', 42],
    ['nothing', null],
  ])('has %s as structured content where an output schema is declared', async (_what, value) => {
    const fits = async (): Promise<readonly []> => Promise.resolve([]);

    expect(await toCheckedOutcome(value, { output: { validate: fits, take } }, TASK)).toMatchObject(
      {
        result: { structuredContent: value },
      },
    );
    expect(await toCheckedOutcome(value, {}, TASK)).not.toHaveProperty('result.structuredContent');
  });
});
