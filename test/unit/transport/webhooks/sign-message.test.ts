import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import { signedHeaders } from '../../../../src/transport/webhooks/sign-message.js';
import { verifies } from '../../../support/conformance/verify-events.js';

const base64 = Buffer.alloc(32, 9).toString('base64');

describe('signedHeaders', () => {
  it.each([`whsec_${base64}`, `whsec_${base64.replace(/=+$/, '')}`])(
    'are good for the published library, with a secret as %s',
    (secret) => {
      const body = '{"eventId":"evt_1","text":"ö"}';
      const headers = signedHeaders(
        { id: 'sub_1', secrets: [secret] },
        { messageId: 'evt_1', body },
      );

      expect(new Webhook(`whsec_${base64}`).verify(body, headers)).toMatchObject({
        eventId: 'evt_1',
      });
    },
  );

  verifies(['E-101', 'E-061'], 'have one signature a secret', () => {
    const secrets = [base64, Buffer.alloc(32, 8).toString('base64')].map((text) => `whsec_${text}`);
    const headers = signedHeaders({ id: 'sub_1', secrets }, { messageId: 'evt_1', body: '{}' });
    const verify = (secret: string): unknown => new Webhook(secret).verify('{}', headers);

    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(secrets.map(verify)).toStrictEqual([{}, {}]);
  });
});
