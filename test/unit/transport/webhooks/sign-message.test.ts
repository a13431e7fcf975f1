import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import { signedHeaders } from '../../../../src/transport/webhooks/sign-message.js';

const base64 = Buffer.alloc(32, 9).toString('base64');

describe('signedHeaders', () => {
  it.each([`whsec_${base64}`, `whsec_${base64.replace(/=+$/, '')}`])(
    'are good for the published library, with a secret as %s',
    (secret) => {
      const body = '{"eventId":"evt_1","text":"ö"}';
      const headers = signedHeaders({ secret: [secret] }, { messageId: 'evt_1', body });

      expect(new Webhook(`whsec_${base64}`).verify(body, headers)).toMatchObject({
        eventId: 'evt_1',
      });
    },
  );

  it('are good for a receiver with the new secret, and for one with the old secret', () => {
    const old = Buffer.alloc(32, 8).toString('base64');
    const body = '{"eventId":"evt_1"}';
    const secrets = [`whsec_${base64}`, `whsec_${old}`];
    const headers = signedHeaders({ secret: secrets }, { messageId: 'evt_1', body });

    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ eventId: 'evt_1' });
    }
  });
});
