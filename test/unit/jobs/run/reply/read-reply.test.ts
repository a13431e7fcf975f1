import { describe, expect, it } from '@jest/globals';

import {
  createReplyReader,
  type ReplyReader,
} from '../../../../../src/jobs/run/reply/read-reply.js';
import { toScope } from '../../../../../src/jobs/run/request/job-scope.js';
import { compiler } from '../../../../../src/manifest/compile/compile-text.js';

function readerOf(body: unknown): ReplyReader {
  const call = { tool: 't', spec: {} as never, input: { body: 'mine' }, key: 'k', taskId: 'mcp-1' };
  const reply = { status: 201, headers: { 'x-run': '7' }, body, isText: false, isTooLarge: false };
  return createReplyReader(reply, toScope(call, { id: '7' }), compiler);
}

describe('a reply', () => {
  it.each([null, false, '', {}, []])('names no job by %j', async (id) => {
    await expect(
      readerOf({ id, other: 1 }).ids({ id: '$body.id', other: '$body.other' }),
    ).resolves.toStrictEqual({ other: '1' });
  });

  it.each([
    [0, '0'],
    [12_345_678_901_234_567_890n, '12345678901234567890'],
  ])('names a job by %p, as a text', async (id, text) => {
    await expect(readerOf({ id }).ids({ id: '$body.id' })).resolves.toStrictEqual({ id: text });
  });

  it('has a text of its values, of the arguments and of the job', async () => {
    await expect(
      readerOf({ step: 'tests' }).text('{$body.step} {body} {$job.id} {$code} {$headers."x-run"}'),
    ).resolves.toBe('tests mine 7 201 7');
  });

  it.each(['Step {$body.step}', '{$body.step}', "{join(', ', $body.step)}"])(
    'has no text where a value of it is missing: %s',
    async (text) => {
      await expect(readerOf({ step: null }).text(text)).resolves.toBeUndefined();
    },
  );

  it.each([
    ['sum($body.items)', undefined],
    ['$body.none', ''],
  ])(
    'has no word and no number, and fulfils no condition, where %s has no value',
    async (expression, word) => {
      const reader = readerOf({ items: 'x' });

      await expect(reader.word(expression)).resolves.toBe(word);
      await expect(reader.number(expression)).resolves.toBeUndefined();
      await expect(reader.isTrue(expression)).resolves.toBe(false);
    },
  );

  it('says which expression cannot read its result', async () => {
    await expect(readerOf({ items: 'x' }).result('sum($body.items)')).resolves.toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^"sum\(\$body\.items\)" does not fit the reply: /),
    });
  });
});
