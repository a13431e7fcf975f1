import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import { signedHeaders } from '../../../../src/transport/webhooks/sign-message.js';

const base64 = Buffer.alloc(32, 9).toString('base64');

describe('signedHeaders', () => {
  it.each([`whsec_${base64}`, `whsec_${base64.replace(/=+$/, '')}`])(
    'are good for the published library, with a secret as %s',
    (secret) => {
      const body = '{"eventId":"evt_1","text":"ö"}';
      const headers = signedHeaders({ secret }, { messageId: 'evt_1', body });

      expect(new Webhook(`whsec_${base64}`).verify(body, headers)).toMatchObject({
        eventId: 'evt_1',
      });
    },
  );
});
