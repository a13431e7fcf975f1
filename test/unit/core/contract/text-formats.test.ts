import { describe, expect, it } from '@jest/globals';

import { readInstant, TEXT_FORMATS } from '../../../../src/core/contract/text-formats.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

const hasFormat = (format: string, text: string): boolean | undefined =>
  TEXT_FORMATS[format]?.(text);

describe('TEXT_FORMATS', () => {
  it.each([
    ['email', 'a@b.example'],
    ['email', 'first.last+tag@mail.b.example'],
    ['email', 'é@ü.example'],
    ['uri', 'mailto:a@b.example'],
    ['uri', 'https://b.example/path?q#f'],
    ['uri', 'urn:isbn:0'],
    ['date', '2026-01-05'],
    ['date', '2024-02-29'],
    ['date', '2000-02-29'],
    ['date-time', '2026-01-05T09:00:00Z'],
    ['date-time', '2026-01-05t09:00:00.123456789z'],
    ['date-time', '2026-01-05T09:00:00+01:00'],
    ['date-time', '2026-12-31T23:59:60Z'],
  ])('%s: %s', (format, text) => {
    expect(hasFormat(format, text)).toBe(true);
  });

  it.each([
    ['email', ''],
    ['email', 'a at b'],
    ['email', '@b.example'],
    ['email', 'a@b'],
    ['email', 'a@.b'],
    ['email', 'a@b.'],
    ['email', 'a@@b.example'],
    ['email', 'a@b@c.example'],
    ['email', 'a @b.example'],
    ['email', `${'a'.repeat(320)}@b.example`],
    ['uri', ''],
    ['uri', 'b.example'],
    ['uri', ':b'],
    ['uri', 'https:'],
    ['uri', '1a:b'],
    ['uri', 'a b:c'],
    ['uri', 'a:b c'],
    ['date', '2026-13-05'],
    ['date', '2026-00-05'],
    ['date', '2026-02-29'],
    ['date', '2026-02-30'],
    ['date', '2026-04-31'],
    ['date', '1900-02-29'],
    ['date', '2026-1-5'],
    ['date', '2026-01-05T'],
    ['date-time', '2026-01-05'],
    ['date-time', '2026-01-05T'],
    ['date-time', '2026-01-05T09:00'],
    ['date-time', '2026-01-05T09:00:00'],
    ['date-time', '2026-01-05T09:00Z'],
    ['date-time', '2026-01-05 09:00:00Z'],
    ['date-time', '2026-01-05T09:00:00-0130'],
    ['date-time', '2026-01-05_09:00:00Z'],
    ['date-time', '2026-01-05T09:00:61Z'],
    ['date-time', '2026-02-30T09:00:00Z'],
    ['date-time', '2026-01-05T24:00:00Z'],
    ['date-time', '2026-01-05T09:60:00Z'],
    ['date-time', '2026-01-05T09:00:00.Z'],
    ['date-time', '2026-01-05T09:00:00+25:00'],
    ['date-time', `2026-01-05T09:00:00.${'0'.repeat(64)}Z`],
  ])('not %s: %j', (format, text) => {
    expect(hasFormat(format, text)).toBe(false);
  });

  // A check that goes back over the text takes minutes for these; one that does not takes milliseconds.
  it.each([
    ['email', `a@${'.'.repeat(250_000)}@`],
    ['email', '@'.repeat(250_000)],
    ['uri', `${'a'.repeat(250_000)} `],
    ['uri', `a:${'b'.repeat(250_000)} c`],
    ['date', '2'.repeat(250_000)],
    ['date-time', `2026-01-05T09:00:00.${'0'.repeat(250_000)}`],
  ])('%s takes no longer for a hostile text of 250,000 characters', (format, text) => {
    const startedAtMs = spentCpuMs();

    expect(hasFormat(format, text)).toBe(false);
    expect(spentCpuMs() - startedAtMs).toBeLessThan(2_000);
  });
});

describe('readInstant', () => {
  it.each([
    ['2026-01-05 09:00Z', '2026-01-05T09:00:00Z'],
    ['2026-01-05t09:00:00.5z', '2026-01-05T09:00:00.5Z'],
    ['2026-01-05T09:00:00-0130', '2026-01-05T09:00:00-01:30'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
    ['2026-01-05T09:00:00', undefined],
    ['2026-01-05', undefined],
    ['2026-02-30T09:00:00Z', undefined],
  ])('reads %s as %s', (text, moment) => {
    expect(readInstant(text)).toBe(moment);
  });
});
