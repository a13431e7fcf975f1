import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { beforeAll, describe, expect } from '@jest/globals';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, EncryptJWT } from 'jose';

import {
  createKey,
  inSeconds,
  signWith,
  startLocalIssuer,
} from '../../support/auth/local-issuer.js';
import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const OTHER_AUDIENCE = 'https://api.example.com/orders';

const there = withProtectedServer({
  auth: ({ issuer }) =>
    `issuers: [{ issuer: "${issuer}", audiences: ["${OTHER_AUDIENCE}"], algorithms: [RS256, ES256, EdDSA] }], scopes: [tasks:use]`,
});

/** A new key would be unknown for up to 30 s after the server has fetched the keys. */
beforeAll(async () => {
  for (const alg of ['ES256', 'EdDSA']) there().issuer.keys.unshift(await createKey(alg));
});

/** The statuses with which both generations answer. */
async function statusesOf(token: string): Promise<readonly number[]> {
  const { send25, send26 } = there();
  return [(await send25(token, LIST)).status, (await send26(token, 'tools/list')).status];
}

const TAKEN = [200, 200];
const REFUSED = [401, 401];

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  );
}

function good(): Record<string, unknown> {
  const { issuer, resource } = there();
  return { iss: issuer.issuer, aud: resource, sub: 'ada', exp: inSeconds(300), scope: 'tasks:use' };
}

describe('a signed token is taken', () => {
  verifies(['A-041', 'A-042'], 'when it is for the server, by either name', async () => {
    const { issuer, resource } = there();
    for (const aud of [
      ...[resource, `${resource}/`, OTHER_AUDIENCE, `${OTHER_AUDIENCE}/`],
      ...[['https://other.example', resource]],
    ]) {
      expect(await statusesOf(await issuer.sign({ claims: { aud } }))).toStrictEqual(TAKEN);
    }
  });

  verifies(['A-044'], 'when it is signed with any algorithm of the list', async () => {
    const { issuer } = there();

    expect(await statusesOf(await issuer.sign())).toStrictEqual(TAKEN);
    for (const key of issuer.keys.slice(0, 2)) {
      expect(await statusesOf(await issuer.sign({ key }))).toStrictEqual(TAKEN);
    }
  });

  verifies(['A-045'], 'when clocks differ by a few seconds', async () => {
    const { issuer } = there();
    for (const claims of [
      { exp: inSeconds(-10) },
      { nbf: inSeconds(10) },
      { iat: inSeconds(10) },
    ]) {
      expect(await statusesOf(await issuer.sign({ claims }))).toStrictEqual(TAKEN);
    }
  });

  verifies(['A-046'], 'when its type is that of access tokens, or of any JWT', async () => {
    const { issuer } = there();
    for (const typ of ['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', undefined]) {
      expect(await statusesOf(await issuer.sign({ header: { typ } }))).toStrictEqual(TAKEN);
    }
  });
});

describe('a signed token is refused', () => {
  verifies(['A-020', 'A-040'], 'when its signature is not that of its content', async () => {
    const { issuer } = there();
    const [header, payload, signature] = (await issuer.sign()).split('.') as [
      string,
      string,
      string,
    ];
    const [, , other] = (await issuer.sign({ claims: { sub: 'eve' } })).split('.') as [
      string,
      string,
      string,
    ];
    const changed = encode({ ...good(), sub: 'eve' });

    for (const token of [
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${changed}.${signature}`,
      `${header}.${payload}.${other}`,
      `${header}.${payload}.`,
    ]) {
      expect(await statusesOf(token)).toStrictEqual(REFUSED);
    }
  });

  verifies(['A-044'], 'when it has no signature, or one that anybody can make', async () => {
    const { issuer } = there();
    const key = issuer.keys.at(-1);
    const publicKey = await importJWK({ ...key?.publicJwk }, 'RS256', { extractable: true });
    const secrets = [
      Buffer.from(await exportSPKI(publicKey as never)),
      Buffer.from(JSON.stringify(key?.publicJwk)),
    ];
    const symmetric = await Promise.all(
      secrets.map(async (secret) =>
        new SignJWT(good())
          .setProtectedHeader({ alg: 'HS256', kid: String(key?.kid) })
          .sign(secret),
      ),
    );
    const [header = '', payload = ''] = new UnsecuredJWT(good()).encode().split('.');
    const none = ['none', 'None', 'nOnE'].map((alg) => `${encode({ alg })}.${payload}.`);

    for (const token of [
      ...symmetric,
      ...none,
      `${header}.${payload}.${encode('signature')}`,
      await issuer.sign({ header: { alg: 'PS256' } }).catch(() => 'a.b.c'),
    ]) {
      expect(await statusesOf(token)).toStrictEqual(REFUSED);
    }
  });

  verifies(
    ['A-044', 'A-097'],
    'when it brings its key along, of which nothing is fetched',
    async () => {
      const visited: (string | undefined)[] = [];
      const trap = createServer((request, response) => {
        visited.push(request.url);
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await once(trap, 'listening');
      const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/keys`;
      const own = await createKey('RS256', 'evil');
      for (const header of [
        { jwk: own.publicJwk },
        { jku: url },
        { x5u: url },
        { x5c: [encode('certificate')] },
      ]) {
        // A key ID that the issuer has, since a token of an unknown one can't be judged in every moment.
        const named = { kid: there().issuer.keys.at(-1)?.kid, ...header };
        expect(await statusesOf(await signWith(own, good(), named))).toStrictEqual(REFUSED);
      }

      expect(visited).toStrictEqual([]);

      trap.close();
    },
  );

  verifies(['A-044'], 'when it is no such token at all', async () => {
    const { issuer } = there();
    const [header = '', payload = '', signature = ''] = (await issuer.sign()).split('.');
    const encrypted = await new EncryptJWT(good())
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(Buffer.alloc(32));
    const alg = { alg: 'RS256', kid: issuer.keys.at(-1)?.kid };

    for (const token of [
      ...[
        encrypted,
        `${header}.${payload}`,
        `${header}.${payload}.${signature}.x.y`,
        'a.b.c',
        '...',
        'x',
      ],
      ...[`${encode('garbage')}.${payload}.${signature}`, `${header}.${encode('[]')}.${signature}`],
      ...[`${encode({ ...alg, crit: ['exotic'], exotic: 1 })}.${payload}.${signature}`],
      ...[`${encode({ ...alg, crit: ['b64'], b64: false })}.${payload}.${signature}`],
      ...[
        `${encode({ alg: 1 })}.${payload}.${signature}`,
        `${encode({ alg: ['RS256'] })}.${payload}.${signature}`,
      ],
    ]) {
      expect(await statusesOf(token)).toStrictEqual(REFUSED);
    }
  });

  verifies(
    ['A-020', 'A-044'],
    'when a member has a type of its own, without an error',
    async () => {
      const { issuer, log } = there();
      const [, payload = '', signature = ''] = (await issuer.sign()).split('.');
      const header = { alg: 'RS256', kid: issuer.keys.at(-1)?.kid };
      const nested = `${'['.repeat(2_900)}${']'.repeat(2_900)}`;
      const odd = [5, true, {}, { typ: 'at+jwt' }, [], ['at+jwt', 'RS256'], [issuer.issuer]];
      const before = log.length;

      for (const value of odd) {
        for (const name of ['typ', 'kid', 'alg', 'crit']) {
          const token = `${encode({ ...header, [name]: value })}.${payload}.${signature}`;
          expect(await statusesOf(token)).toStrictEqual(REFUSED);
        }
        const claims = encode({ ...good(), iss: value });
        expect(await statusesOf(`${encode(header)}.${claims}.${signature}`)).toStrictEqual(REFUSED);
      }
      expect(await statusesOf(`${encode(header)}.${encode(`{"iss":${nested}}`)}.x`)).toStrictEqual(
        REFUSED,
      );
      expect(new Set(log.slice(before).map(({ level }) => level))).toStrictEqual(new Set(['info']));
    },
  );

  verifies(['A-041', 'A-042', 'A-096'], 'when it is for somebody else', async () => {
    const { issuer, resource } = there();
    for (const aud of [
      ...[undefined, null, '', 'api', 'some-client', [], [1], {}, resource.toUpperCase()],
      ...[`${resource}-evil`, `${resource}//`, resource.slice(0, -1), new URL(resource).origin],
    ]) {
      expect(await statusesOf(await issuer.sign({ claims: { aud } }))).toStrictEqual(REFUSED);
    }
  });

  verifies(['A-043'], 'when it is of another issuer, or only says that it is not', async () => {
    const { issuer } = there();
    const evil = await startLocalIssuer(there().resource);
    try {
      for (const token of [
        await evil.sign(),
        await evil.sign({
          claims: { iss: issuer.issuer },
          header: { kid: issuer.keys.at(-1)?.kid },
        }),
        await issuer.sign({ claims: { iss: `${issuer.issuer}/` } }),
        await issuer.sign({ claims: { iss: undefined } }),
        await issuer.sign({ claims: { iss: [issuer.issuer] } }),
      ]) {
        expect(await statusesOf(token)).toStrictEqual(REFUSED);
      }
      expect(evil.requests).toStrictEqual([]);
    } finally {
      await evil.close();
    }
  });

  verifies(['A-045'], 'when its time is not now, whatever it grants', async () => {
    const { issuer } = there();
    for (const claims of [
      ...[{ exp: inSeconds(-120) }, { exp: inSeconds(-120), scope: 'nothing' }, { exp: undefined }],
      ...[
        { exp: String(inSeconds(300)) },
        { exp: -5 },
        { exp: 1e300 },
        { exp: Date.now() + 300_000 },
        { exp: null },
      ],
      ...[{ nbf: inSeconds(120) }, { iat: inSeconds(120) }, { nbf: 'soon' }, { iat: 'just now' }],
    ]) {
      expect(await statusesOf(await issuer.sign({ claims }))).toStrictEqual(REFUSED);
    }
  });

  verifies(
    ['A-046', 'A-050', 'A-091'],
    'when it is of another kind, or bound to a key',
    async () => {
      const { issuer } = there();
      for (const typ of [
        'oauth-id-jag+jwt',
        'dpop+jwt',
        'logout+jwt',
        'secevent+jwt',
        'id_token',
        '',
      ]) {
        expect(await statusesOf(await issuer.sign({ header: { typ } }))).toStrictEqual(REFUSED);
      }
      const cnf = { jkt: 'x' };

      expect(await statusesOf(await issuer.sign({ claims: { cnf } }))).toStrictEqual(REFUSED);
    },
  );

  verifies(
    ['A-070', 'A-085', 'A-090'],
    'when it names nobody, and taken when it names a client',
    async () => {
      const { issuer } = there();
      const before = issuer.requests.length;
      const clientId = `${issuer.issuer}/client-metadata`;

      expect(await statusesOf(await issuer.sign({ claims: { sub: undefined } }))).toStrictEqual(
        REFUSED,
      );
      expect(await statusesOf(await issuer.sign({ claims: { sub: '' } }))).toStrictEqual(REFUSED);
      expect(
        await statusesOf(await issuer.sign({ claims: { sub: 'x'.repeat(600) } })),
      ).toStrictEqual(REFUSED);
      expect(
        await statusesOf(await issuer.sign({ claims: { sub: undefined, azp: 'machine' } })),
      ).toStrictEqual(TAKEN);
      expect(
        await statusesOf(await issuer.sign({ claims: { sub: undefined, client_id: clientId } })),
      ).toStrictEqual(TAKEN);
      expect(issuer.requests).toHaveLength(before);
    },
  );
});
