import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { serveStdio } from '../../../../src/transport/stdio/serve-stdio.js';
import { createEchoGeneration, type EchoGeneration } from '../../../support/echo-generation.js';
import { within } from '../../../support/eventually.js';

const NEW = '2099-01-01';
const OLD = '2098-01-01';

const jsonrpc = '2.0';
const unknown = (method: string, params = {}): object => ({ jsonrpc, id: 1, method, params });
const ofNew = (method: string, more = {}): object => unknown(method, { revision: NEW, ...more });
const ofOld = (method: string): object => unknown(method, { revision: OLD });
const notification = { jsonrpc, method: 'notified' };
const response = { jsonrpc, id: 1, result: {} };

/** Sends messages until the connection is over. @returns The messages that each opened generation has heard. */
async function converse(messages: readonly (object | string)[]): Promise<{
  readonly heard: Readonly<Record<string, readonly unknown[]>>;
  readonly replies: readonly unknown[];
}> {
  const input = new PassThrough();
  const output = new PassThrough();
  const opened = new Set<string>();
  const spy = (generation: EchoGeneration): EchoGeneration => ({
    ...generation,
    load: async () => {
      opened.add(generation.name);
      return generation.load();
    },
  });
  const generations = [createEchoGeneration(NEW), createEchoGeneration(OLD)].map(spy) as [
    EchoGeneration,
    ...EchoGeneration[],
  ];
  const connection = await serveStdio({ generations, input, output });
  for (const message of messages) {
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }
  input.end();
  await within(5_000, connection.closed);
  output.end();
  const lines = (await output.toArray()).map(String).join('').split('\n').filter(Boolean);
  return {
    heard: Object.fromEntries(
      generations.filter(({ name }) => opened.has(name)).map(({ name, heard }) => [name, heard]),
    ),
    replies: lines.map((line) => JSON.parse(line) as unknown),
  };
}

describe('serveStdio', () => {
  it.each([
    ['the newest', [ofNew('a'), ofOld('b')], { [NEW]: ['a', 'b'] }],
    ['the older one', [ofOld('a'), ofNew('b')], { [OLD]: ['a', 'b'] }],
    ['the oldest for a request that none recognizes', [unknown('a')], { [OLD]: ['a'] }],
    ['the oldest when nothing is said', [], { [OLD]: [] }],
    ['no other for a question what there is', [ofNew('a', { asks: true })], { [NEW]: ['a'] }],
    [
      'the one that is opened after such a question',
      [ofNew('a', { asks: true }), ofOld('b'), ofNew('c')],
      { [NEW]: ['a'], [OLD]: ['b', 'c'] },
    ],
    [
      'none for notifications and responses',
      [notification, response, ofOld('b')],
      { [NEW]: ['notified', undefined], [OLD]: ['b'] },
    ],
  ])('gives a connection to %s', async (_what, messages, expected) => {
    expect((await converse(messages)).heard).toStrictEqual(expected);
  });

  it('keeps separators of Unicode in a text, which newer Node.js takes for ends of lines', async () => {
    const { heard, replies } = await converse([ofNew('a\u2028b\u2029c')]);

    expect(heard).toStrictEqual({ [NEW]: ['a\u2028b\u2029c'] });
    expect(replies).toHaveLength(1);
  });

  it.each([
    ['null', -32_600],
    ['5', -32_600],
    ['"text"', -32_600],
    ['[]', -32_600],
    ['{', -32_700],
  ])('answers the line %s, which is no object, and goes on', async (line, code) => {
    const { heard, replies } = await converse([line, ofNew('a')]);

    expect(heard).toStrictEqual({ [NEW]: ['a'] });
    expect(replies[0]).toMatchObject({ id: null, error: { code } });
  });

  it('answers a message of 5,000 levels, and goes on', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const { heard, replies } = await converse([deep, ofNew('a')]);

    expect(heard).toStrictEqual({ [NEW]: ['a'] });
    expect(replies[0]).toMatchObject({ id: null, error: { code: -32_600 } });
  });

  it('is closed when it was closed before the first message', async () => {
    const connection = await serveStdio({
      generations: [createEchoGeneration(NEW)],
      input: new PassThrough(),
      output: new PassThrough(),
    });
    await connection.close();

    await expect(within(5_000, connection.closed)).resolves.toBeUndefined();
  });

  it('carries out what comes out of the pipe while it is being closed', async () => {
    const input = new PassThrough();
    const generation = createEchoGeneration(NEW);
    const generations = [generation] as const;
    const connection = await serveStdio({ generations, input, output: new PassThrough() });
    const closing = connection.close();
    // Writes late, like a pipe, whose content Node.js sees only in the next poll.
    setImmediate(() => input.write(`${JSON.stringify(ofNew('a'))}\n`));
    await within(5_000, closing);

    expect(generation.heard).toStrictEqual(['a']);
  });

  it.each([
    ['is destroyed', undefined],
    ['fails', new Error('EIO')],
  ])('ends when its input %s', async (_what, error) => {
    const input = new PassThrough();
    const generations = [createEchoGeneration(NEW)] as const;
    const connection = await serveStdio({ generations, input, output: new PassThrough() });
    input.write(`${JSON.stringify(ofNew('a'))}\n`);
    input.destroy(error);

    await expect(within(5_000, connection.closed)).resolves.toBeUndefined();
  });

  it('ends when nobody reads its output any more', async () => {
    const output = new PassThrough();
    const generations = [createEchoGeneration(NEW)] as const;
    const connection = await serveStdio({ generations, input: new PassThrough(), output });
    output.destroy(new Error('EPIPE'));

    await expect(within(5_000, connection.closed)).resolves.toBeUndefined();
  });
});
