/** People of the same name: of two issuers, and of a static token. */
import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { ATTACKS } from '../../support/attacks/attacks.js';
import { type LocalIssuer, startLocalIssuer } from '../../support/auth/local-issuer.js';
import { type Answer, withProtectedServer } from '../../support/auth/with-protected-server.js';

const NAME = `ada-${randomUUID()}`;
const STATIC = randomUUID();
/** Races of two starts under IDs of one name. */
const RACES = 6;

let other: LocalIssuer;
beforeAll(async () => {
  other = await startLocalIssuer('');
});
afterAll(async () => other.close());

const there = withProtectedServer({
  worker: true,
  auth: ({ issuer }) => `
    issuers: [{ issuer: "${issuer}" }, { issuer: "${other.issuer}" }],
    tokens: [{ principal: ${NAME}, sha256: ${createHash('sha256').update(STATIC).digest('hex')} }]`,
  tools: `
    cart: {
      workflow: { type: cart, id: 'cart-{cart}-{$caller.name}', startWith: { signal: add, arguments: [item] }, arguments: [] },
      input: {
        type: object,
        required: [cart, item],
        properties: { cart: { type: string }, item: { type: object } } } }`,
});

/** The tokens of three people with the same name. */
async function tokens(): Promise<Readonly<Record<string, string>>> {
  const { issuer, resource } = there();
  return {
    one: await issuer.sign({ claims: { sub: NAME } }),
    other: await other.sign({ claims: { sub: NAME, aud: resource } }),
    static: STATIC,
  };
}

async function add(token: string, cart: string, sku: string): Promise<Answer> {
  const params = { name: 'cart', arguments: { cart, item: { sku } } };
  return there().send26(token, 'tools/call', params);
}

const idOf = ({ message }: Answer): string => String(message.result?.['taskId']);

async function checkOut(taskId: string): Promise<unknown> {
  const handle = there().given.temporal.workflow.getHandle(taskId);
  await handle.signal('checkOut');
  return handle.result();
}

describe('people with one name', () => {
  it('have each their own execution under an ID of {$caller.name}', async () => {
    const cart = randomUUID();
    for (const [who, token] of Object.entries(await tokens())) {
      const added = await add(token, cart, who);

      expect(added.message).toMatchObject({ result: { resultType: 'task' } });
      expect(decodeURIComponent(idOf(added))).toMatch(/-\["[^,]+(,"user")?,"ada-[^,]+"\]$/);
      expect(await checkOut(idOf(added))).toStrictEqual({ skus: [who] });
    }
  });

  it('get no message of each other when they start at the same moment', async () => {
    const people = Object.entries(await tokens());
    for (let race = 0; race < RACES; race += 1) {
      const cart = randomUUID();
      const added = await Promise.all(people.map(async ([who, token]) => add(token, cart, who)));
      const carts = await Promise.all(added.map(idOf).map(checkOut));

      expect(carts).toStrictEqual(people.map(([who]) => ({ skus: [who] })));
    }
  });

  it('find each other’s tasks as unknown as those that never were', async () => {
    const { one = '', ...others } = await tokens();
    const taskId = idOf(await add(one, randomUUID(), 'mine'));
    const attacks = ATTACKS['2026-07-28'].filter(
      ({ handle, title }) => handle === 'task' && !/purchase|amount|listen/.test(title),
    );
    for (const token of Object.values(others)) {
      for (const { method, params, title } of attacks) {
        const told = await there().send26(token, method, params(taskId));
        const never = await there().send26(token, method, params(`cart-${randomUUID()}`));

        expect([title, told.status, told.text.replaceAll(taskId, '')]).toStrictEqual([
          title,
          never.status,
          never.text.replaceAll(/cart-[0-9a-f-]{36}/g, ''),
        ]);
      }
    }
    expect(await checkOut(taskId)).toStrictEqual({ skus: ['mine'] });
  });
});
