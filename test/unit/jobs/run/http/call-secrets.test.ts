import { describe, expect, it } from '@jest/globals';

import { CallSecrets } from '../../../../../src/jobs/run/http/call-secrets.js';

const SECRET = 'p&ss<w0rd>"of.A+B';

function mask(text: string): string {
  const secrets = new CallSecrets(() => SECRET);
  secrets.read('TOKEN');
  return secrets.mask(text);
}

describe('a secret that a service repeats', () => {
  it.each([
    ['as it is', SECRET],
    ['in another case', SECRET.toUpperCase()],
    ['in an address', encodeURIComponent(SECRET)],
    ['in a page', 'p&amp;ss&lt;w0rd&gt;&quot;of.A+B'],
    ['in base64', Buffer.from(SECRET).toString('base64')],
  ])('%s is masked', (_what, text) => {
    expect(mask(`It was ${text}!`)).toBe('It was ***!');
  });

  it.each(['Bearer ', 'a:', 'user:', ''])(
    'in the base64 of a header with "%s" before it is masked',
    (before) => {
      const whole = Buffer.from(`${before}${SECRET}, and more`).toString('base64');
      const masked = mask(whole);

      expect(masked).toContain('***');
      expect(Buffer.from(masked.split('***').join(''), 'base64').toString()).not.toContain('w0rd');
    },
  );

  it('leaves a text alone that only looks like its pattern', () => {
    const secrets = new CallSecrets(() => 'abc.defghi');
    secrets.read('TOKEN');

    expect(secrets.mask('abcXdefghi')).toBe('abcXdefghi');
  });
});
