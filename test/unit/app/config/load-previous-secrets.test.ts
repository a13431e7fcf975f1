import { describe, expect, it } from '@jest/globals';

import { loadPreviousSecrets } from '../../../../src/app/config/load-previous-secrets.js';

const load = (text?: string): string[] =>
  loadPreviousSecrets(text === undefined ? {} : { TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS: text }).map(
    (secret) => Buffer.from(secret).toString(),
  );

const one = 'a'.repeat(32);
const two = 'b'.repeat(44);
const three = '🔑'.repeat(8);

describe('loadPreviousSecrets', () => {
  it.each([
    ['not set', undefined],
    ['empty', ''],
    ['blank', ' \n, '],
  ])('finds none where they are %s', (_what, text) => {
    expect(load(text)).toStrictEqual([]);
  });

  it.each([
    ['a blank', `${one} ${two} ${three}`],
    ['a comma', `${one},${two},${three}`],
    ['line feeds, also around them', `\n${one}\r\n${two}\n${three}\n`],
    ['both', `${one}, ${two} ,\t${three},`],
  ])('takes them in their order, separated by %s', (_what, text) => {
    expect(load(text)).toStrictEqual([one, two, three]);
  });

  it.each(['base64', 'base64url'] as const)(
    'takes what could not be written otherwise as %s',
    (encoding) => {
      const awkward = 'a secret, with blanks and 0 ÿ > ? ~ in it';

      expect(load(`${two} base64:${Buffer.from(awkward).toString(encoding)}`)).toStrictEqual([
        two,
        awkward,
      ]);
    },
  );

  it('says which one is too short, without quoting any', () => {
    expect(() => load(`${one} hunter2 ${two}`)).toThrow(
      /^(?!.*hunter2)(?!.*aaa)Secret 2 of TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS \(separated by whitespace or commas\) has 7 bytes; it needs at least 32\./,
    );
  });

  it.each([
    ['nothing', 'base64:'],
    ['no base64', `base64:${'!'.repeat(44)}`],
  ])('says which one is followed by %s, without quoting it', (_what, text) => {
    expect(() => load(text)).toThrow(
      /^(?!.*!!)Secret 1 of TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS .* starts with "base64:", but what follows is no base64\.$/,
    );
  });

  it('counts the bytes that base64 stands for', () => {
    expect(() => load(`base64:${Buffer.alloc(31).toString('base64')}`)).toThrow(/has 31 bytes/);
    expect(load(`base64:${Buffer.alloc(32, 'x').toString('base64')}`)).toStrictEqual([
      'x'.repeat(32),
    ]);
  });

  it('takes four, and refuses five', () => {
    const letters = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(32));

    expect(load(letters.slice(1).join(' '))).toHaveLength(4);
    expect(() => load(letters.join(' '))).toThrow(
      /^TEMPORAL_MCP_TASKS_PREVIOUS_SECRETS has 5 secrets; at most 4 are taken\. Drop the oldest ones/,
    );
  });
});
