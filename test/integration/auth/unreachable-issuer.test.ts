import { describe, expect } from '@jest/globals';

import { createKey } from '../../support/auth/local-issuer.js';
import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';

const there = withProtectedServer();

describe('while the issuer is not there', () => {
  verifies(
    ['A-048', 'A-049'],
    'nobody is told that a token is bad who may have a good one',
    async () => {
      const { issuer, send25, send26 } = there();
      const token = await issuer.sign();
      issuer.answerInstead = (_request, response) => void response.writeHead(500).end();

      for (const { status, headers, message } of [
        await send25(token, LIST),
        await send26(token, 'tools/list'),
      ]) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('5');
        expect(headers.has('www-authenticate')).toBe(false);
        expect(message).toMatchObject({ error: 'temporarily_unavailable' });
      }

      issuer.answerInstead = undefined;
      const again = await eventually('the keys are fetched again', async () => {
        const answer = await send25(token, LIST);
        return answer.status === 503 ? undefined : answer;
      });

      expect(again.status).toBe(200);
    },
  );

  verifies(['A-048', 'A-049'], 'keys that are known go on to count', async () => {
    const { issuer, send25 } = there();
    const token = await issuer.sign();

    expect(await send25(token, LIST)).toHaveProperty('status', 200);

    issuer.answerInstead = (request) => void request.socket.destroy();

    // The keys were fetched less than 30 s ago, so the issuer is not asked again.
    const unknown = await issuer.sign({ key: await createKey() });
    expect(await send25(unknown, LIST)).toHaveProperty('status', 401);
    expect(await send25(token, LIST)).toHaveProperty('status', 200);
    expect(await send25(await issuer.sign({ claims: { exp: 1 } }), LIST)).toHaveProperty(
      'status',
      401,
    );
  });
});
