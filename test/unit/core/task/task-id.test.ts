import { describe, expect, it } from '@jest/globals';

import {
  encodeOwnerTag,
  encodeTaskId,
  OWNER_TAG_BYTES,
  parseTaskId,
  RANDOM_PART_BYTES,
  toTaskIdPrefix,
} from '../../../../src/core/task/task-id.js';

const RANDOM_BITS = 130;
const ownerTag = encodeOwnerTag(Uint8Array.from({ length: OWNER_TAG_BYTES }, (_, i) => i * 19));
const random = Uint8Array.from({ length: RANDOM_PART_BYTES }, (_, i) => 255 - i * 13);
const taskId = encodeTaskId(ownerTag, random);

function withBitFlipped(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (128 >> (bit & 7)) : byte));
}

describe('encodeTaskId', () => {
  it('makes 51 lower-case characters: mcp-<owner tag>-<random part>', () => {
    expect(taskId).toMatch(/^mcp-[a-z2-7]{20}-[a-z2-7]{26}$/);
    expect(taskId).toHaveLength(51);
  });

  it('encodes as RFC 4648 does, in lower case', () => {
    const bytes = new TextEncoder().encode('foobarfoobarfoobar');

    expect(encodeTaskId(ownerTag, bytes)).toBe(`mcp-${ownerTag}-mzxw6ytbojtg633cmfzgm33pmj`);
  });

  it('starts with the prefix of its owner', () => {
    expect(taskId.startsWith(toTaskIdPrefix(ownerTag))).toBe(true);
  });

  it('takes no account of bytes that it does not need', () => {
    expect(encodeTaskId(ownerTag, Uint8Array.of(...random, 1, 2, 3))).toBe(taskId);
  });

  it('gives another ID when any of its 130 random bits changes', () => {
    const bits = Array.from({ length: RANDOM_BITS }, (_, bit) => bit);
    const ids = bits.map((bit) => encodeTaskId(ownerTag, withBitFlipped(random, bit)));

    expect(new Set([taskId, ...ids]).size).toBe(RANDOM_BITS + 1);
  });

  it.each([0, 1, RANDOM_PART_BYTES - 1])('refuses %i bytes', (length) => {
    expect(() => encodeTaskId(ownerTag, new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('encodeOwnerTag', () => {
  it('makes 20 characters of the least number of bytes that it takes, and of more', () => {
    expect(encodeOwnerTag(new Uint8Array(OWNER_TAG_BYTES))).toBe('a'.repeat(20));
    expect(encodeOwnerTag(new Uint8Array(32).fill(255))).toBe('7'.repeat(20));
  });

  it.each([0, OWNER_TAG_BYTES - 1])('refuses %i bytes', (length) => {
    expect(() => encodeOwnerTag(new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('parseTaskId', () => {
  it('gives back what was encoded', () => {
    expect(parseTaskId(taskId)).toStrictEqual({
      kind: 'workflow',
      ownerTag,
      randomPart: taskId.slice(-26),
    });
    expect(parseTaskId(encodeTaskId(ownerTag, random, 'activity'))).toStrictEqual({
      kind: 'activity',
      ownerTag,
      randomPart: taskId.slice(-26),
    });
  });

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'mcp-'],
    ['an owner prefix alone', toTaskIdPrefix(ownerTag)],
    ['one character too few', taskId.slice(0, -1)],
    ['one character too many', `${taskId}a`],
    ['another prefix', taskId.replace('mcp', 'mcq')],
    ['no prefix', taskId.slice(4)],
    ['another separator', taskId.replaceAll('-', '_')],
    ['an owner tag of another length', `mcp-${ownerTag}a-${taskId.slice(-25)}`],
    ['upper case', taskId.toUpperCase()],
    ['one upper-case letter', `${taskId.slice(0, -1)}A`],
    ['a digit that base32 does not have', `${taskId.slice(0, -1)}1`],
    ['a digit that base32 does not have, in the owner tag', taskId.replace(ownerTag[0] ?? '', '0')],
    ['a hyphen in the random part', `${taskId.slice(0, -1)}-`],
    ['a Cyrillic letter', `${taskId.slice(0, -1)}а`],
    ['a full-width letter', `${taskId.slice(0, -1)}ａ`],
    ['the Kelvin sign', `${taskId.slice(0, -1)}\u212A`],
    ['a combining mark after it', `${taskId}\u0301`],
    ['a line feed after it', `${taskId}\n`],
    ['a line feed before it', `\n${taskId}`],
    ['a second line', `${taskId}\n${taskId}`],
    ['a blank after it', `${taskId} `],
    ['a NUL after it', `${taskId}\0`],
    ['a quote in it', `${taskId.slice(0, -1)}'`],
    ['a wildcard in it', `${taskId.slice(0, -1)}%`],
    ['a megabyte of letters', 'a'.repeat(1024 * 1024)],
  ])('refuses %s', (_what, text) => {
    expect(parseTaskId(text)).toBeUndefined();
  });
});
