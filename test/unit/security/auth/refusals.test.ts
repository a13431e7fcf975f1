import { describe, expect, it } from '@jest/globals';

import { createRefusals } from '../../../../src/security/auth/refusals.js';

describe('createRefusals', () => {
  it('quotes what would end a quoted string, and lets nothing through that no header may have', () => {
    const { noToken } = createRefusals({ metadataUrl: 'https://x.example/"\\\r\nSet-Cookie: é' });

    expect(noToken([]).headers['WWW-Authenticate']).toBe(
      'Bearer resource_metadata="https://x.example/\\"\\\\??Set-Cookie: ?"',
    );
  });

  it('says no more than there is to say', () => {
    const refusals = createRefusals({});

    expect(refusals.noToken([]).headers['WWW-Authenticate']).toBe('Bearer');
    expect(refusals.forbidden().headers).not.toHaveProperty('WWW-Authenticate');
    expect(refusals.unavailable()).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  });
});
