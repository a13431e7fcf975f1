import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { readLines } from '../../../../src/transport/stdio/parse-lines.js';
import { eventually } from '../../../support/eventually.js';
import { collectGarbage } from '../../../support/used-heap.js';

interface Read {
  readonly lines: string[];
  long: number;
  ends: number;
}

function read(input: PassThrough, maxBytes: number): Read {
  const result: Read = { lines: [], long: 0, ends: 0 };
  readLines(input, maxBytes, {
    onLine: (line) => result.lines.push(line),
    onLongLine: () => {
      result.long += 1;
    },
    onEnd: () => {
      result.ends += 1;
    },
  });
  return result;
}

async function feed(chunks: readonly (string | Buffer)[], maxBytes = 100): Promise<Read> {
  const input = new PassThrough();
  const result = read(input, maxBytes);
  for (const chunk of chunks) {
    input.write(chunk);
    await setImmediate();
  }
  input.end();
  await setImmediate();
  return result;
}

describe('readLines', () => {
  it.each([
    ['in one chunk', ['a\nb\n'], ['a', 'b']],
    ['in parts', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
    ['with empty ones between them', ['a\n\nb\n'], ['a', '', 'b']],
    ['the last of which does not end', ['a\nb'], ['a', 'b']],
    ['with separators of Unicode, which end none', ['a\u2028b\u2029c\n'], ['a\u2028b\u2029c']],
    ['with a carriage return, which is a blank of JSON', ['a\r\nb\r\n'], ['a\r', 'b\r']],
    ['as long as they may be', ['x'.repeat(100), '\n'], ['x'.repeat(100)]],
  ])('reads lines %s', async (_what, chunks, lines) => {
    expect(await feed(chunks)).toStrictEqual({ lines, long: 0, ends: 1 });
  });

  it('joins characters that come in parts', async () => {
    const euro = Buffer.from('€\n');

    expect((await feed([euro.subarray(0, 1), euro.subarray(1)])).lines).toStrictEqual(['€']);
  });

  it('drops a line that is too long, and goes on with the next one', async () => {
    const long = `{${'x'.repeat(5_000)}}`;
    const result = await feed([long.slice(0, 90), long.slice(90), '\nnext\n']);

    expect(result).toStrictEqual({ lines: ['next'], long: 1, ends: 1 });
  });

  it('keeps nothing of such a line', async () => {
    const input = new PassThrough();
    const result = read(input, 1_000_000);
    const chunk = Buffer.alloc(1_000_000, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 50; index += 1) {
      input.write(Buffer.from(chunk));
      await setImmediate();
    }
    // An engine may free buffers a little after their collection.
    await eventually('the chunks of the line are free', () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before < 5_000_000;
    });
    input.end('\n');
    await setImmediate();

    expect(result.long).toBe(1);
    expect(result.lines).toStrictEqual([]);
  });

  it.each([
    ['ends', (input: PassThrough) => input.end()],
    ['is destroyed', (input: PassThrough) => input.destroy()],
    ['fails', (input: PassThrough) => input.destroy(new Error('EIO'))],
  ])('says once that the input %s', async (_what, act) => {
    const input = new PassThrough();
    const result = read(input, 100);
    act(input);
    await setImmediate();
    await setImmediate();

    expect(result.ends).toBe(1);
  });
});
