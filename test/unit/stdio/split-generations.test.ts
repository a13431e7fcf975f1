import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { splitGenerations } from '../../../src/stdio/split-generations.js';

const modern = (method: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
});
const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
const response = { jsonrpc: '2.0', id: 1, result: {} };
const legacy = (method: string): object => ({ jsonrpc: '2.0', id: 1, method });

/** Which methods each side has read when the connection is over, and which side was opened. */
async function split(messages: readonly object[]): Promise<Record<string, unknown[]>> {
  const input = new PassThrough();
  const read: Record<string, unknown[]> = {};
  const ended: Promise<unknown>[] = [];
  const open =
    (side: string) =>
    (lines: Readable): void => {
      const methods: unknown[] = [];
      read[side] = methods;
      const reader = createInterface({ input: lines });
      reader.on('line', (line) => methods.push((JSON.parse(line) as { method: unknown }).method));
      ended.push(once(reader, 'close'));
    };
  splitGenerations(input, { onLegacy: open('legacy'), onModern: open('modern') });
  for (const message of messages) input.write(`${JSON.stringify(message)}\n`);
  input.end();
  await once(input, 'close');
  await Promise.all(ended);
  return read;
}

describe('splitGenerations', () => {
  it.each([
    ['a claim opens 2026-07-28', [modern('a'), legacy('b')], { modern: ['a', 'b'] }],
    [
      'initialize opens 2025-11-25',
      [legacy('initialize'), modern('b')],
      { legacy: ['initialize', 'b'] },
    ],
    [
      'discover alone opens nothing for good',
      [modern('server/discover')],
      { modern: ['server/discover'] },
    ],
    [
      'discover, then a claim',
      [modern('server/discover'), modern('a')],
      { modern: ['server/discover', 'a'] },
    ],
    [
      'discover, then initialize',
      [modern('server/discover'), legacy('initialize'), modern('a')],
      { modern: ['server/discover'], legacy: ['initialize', 'a'] },
    ],
    [
      'a notification and a response decide nothing',
      [modern('server/discover'), cancelled, response, modern('a')],
      { modern: ['server/discover', 'notifications/cancelled', undefined, 'a'] },
    ],
    [
      'initialize after a notification',
      [modern('server/discover'), cancelled, legacy('initialize'), cancelled],
      {
        modern: ['server/discover', 'notifications/cancelled'],
        legacy: ['initialize', 'notifications/cancelled'],
      },
    ],
    ['an empty connection is of 2025-11-25', [], { legacy: [] }],
  ])('%s', async (_what, messages, expected) => {
    expect(await split(messages)).toStrictEqual(expected);
  });
});
