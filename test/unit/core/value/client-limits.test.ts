import { describe, expect, it } from '@jest/globals';

import {
  CLIENT_LIMITS,
  type ClientLimitName,
  limitText,
} from '../../../../src/core/value/client-limits.js';

const ofTexts = (Object.keys(CLIENT_LIMITS) as ClientLimitName[]).filter(
  (name) => CLIENT_LIMITS[name].unit === 'characters',
);

function above(above: string): readonly ClientLimitName[] {
  return ofTexts.filter((name) => CLIENT_LIMITS[name].above === above);
}

describe('limitText', () => {
  it.each(ofTexts)('keeps a text at the limit of %s', (name) => {
    const text = 'x'.repeat(CLIENT_LIMITS[name].most);

    expect(limitText(name, text)).toBe(text);
  });

  it.each(above('cut'))('cuts a text above the limit of %s', (name) => {
    const { most } = CLIENT_LIMITS[name];

    expect(limitText(name, 'x'.repeat(most + 1))).toBe(`${'x'.repeat(most - 1)}…`);
  });

  it.each(above('left out'))('leaves out a text above the limit of %s', (name) => {
    expect(limitText(name, 'x'.repeat(CLIENT_LIMITS[name].most + 1))).toBeUndefined();
  });

  it.each(above('refused'))('refuses a text above the limit of %s, and names both', (name) => {
    const { most } = CLIENT_LIMITS[name];

    expect(() => limitText(name, 'x'.repeat(most + 1))).toThrow(
      expect.objectContaining({
        code: 'invalidParams',
        message: expect.stringMatching(`has ${most + 1} characters. The limit is ${most}.$`),
      }),
    );
  });
});
