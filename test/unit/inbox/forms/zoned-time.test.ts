import { describe, expect, it } from '@jest/globals';

import { isZone, toPickerValue, withZone } from '../../../../src/inbox/forms/zoned-time.js';

describe('a time of a picker', () => {
  it.each([
    ['in winter', '2026-11-22T09:30', 'Europe/Vienna', '2026-11-22T09:30:00+01:00'],
    ['in summer', '2026-07-01T09:30:05', 'Europe/Vienna', '2026-07-01T09:30:05+02:00'],
    ['in UTC', '2026-07-01T09:30', 'UTC', '2026-07-01T09:30:00Z'],
    ['west of it', '2026-01-01T00:00', 'America/St_Johns', '2026-01-01T00:00:00-03:30'],
    ['that comes twice', '2026-10-25T02:30', 'Europe/Vienna', '2026-10-25T02:30:00+02:00'],
    ['after that', '2026-10-25T03:30', 'Europe/Vienna', '2026-10-25T03:30:00+01:00'],
    ['that is none', 'soon', 'Europe/Vienna', 'soon'],
    ['of no month', '2026-13-01T00:00', 'UTC', '2026-13-01T00:00'],
  ])('%s has the offset of its zone', (_when, ...row) => {
    const [text, zone, expected] = row;

    expect(withZone(text, zone)).toBe(expected);
  });

  it('that clocks skip is a moment all the same', () => {
    const at = withZone('2026-03-29T02:30', 'Europe/Vienna');

    expect(Number.isNaN(Date.parse(at))).toBe(false);
  });

  it.each([
    ['2026-07-01T10:00:00Z', 'Europe/Vienna', '2026-07-01T12:00'],
    ['2026-07-01T10:00:05+02:00', 'UTC', '2026-07-01T08:00:05'],
    ['2026-07-01T10:00', 'Europe/Vienna', '2026-07-01T10:00'],
  ])('of %s is shown in %s as %s', (text, zone, expected) => {
    expect(toPickerValue(text, zone)).toBe(expected);
  });

  it('knows which zones there are', () => {
    expect(['UTC', 'Asia/Tokyo', 'Mars/Base', '', 'x'.repeat(65)].map(isZone)).toStrictEqual([
      ...[true, true, false, false, false],
    ]);
  });
});
