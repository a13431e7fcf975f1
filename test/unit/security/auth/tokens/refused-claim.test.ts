import { describe, expect, it } from '@jest/globals';

import { refuseClaim } from '../../../../../src/security/auth/tokens/refused-claim.js';

const EXPECTED = ['https://id.example.com'];
const NEARLY = 'https://id.example.com/';

describe('refuseClaim', () => {
  it('names the expected value that was nearly seen, also in a list', () => {
    for (const seen of [NEARLY, ['a', 'b', NEARLY]]) {
      const nearMiss = 'https://id.example.com (differs in a slash at the end)';

      expect(refuseClaim('iss', seen, EXPECTED).details).toHaveProperty('nearMiss', nearMiss);
    }
  });

  it.each(['https://mcp.example.com', 'https://mcp.example.com/'])(
    'knows %s as the origin of an expected address',
    (seen) => {
      expect(refuseClaim('aud', seen, ['https://mcp.example.com/mcp']).details).toHaveProperty(
        'nearMiss',
        'https://mcp.example.com/mcp (this is its origin, without the path)',
      );
    },
  );

  it('compares the first three texts of a list only, since anybody can send a long one', () => {
    const { details } = refuseClaim('iss', ['a', 'b', 'c', NEARLY], EXPECTED);

    expect(details).toHaveProperty('nearMiss', undefined);
  });
});
