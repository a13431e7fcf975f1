/**
 * The clients of both official SDKs, which get to a real authorization server by what this server tells them: they find it,
 * register themselves, send their person there, come back with a token, ask for more, renew it, and lose it.
 */
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import {
  Client as ClientV2,
  ClientCredentialsProvider as CredentialsV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as CredentialsV1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as z from 'zod';

import { Person } from '../../support/auth/person.js';
import { startRealIssuer } from '../../support/auth/real-issuer.js';
import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';

const issuer = await startRealIssuer(['tasks:use', 'orders:write']);

const there = withProtectedServer({
  worker: true,
  auth: () => `
    issuers: [{ issuer: "${issuer.issuer}" }],
    clockTolerance: 1ms,
    scopes: [tasks:use]`,
  tools:
    'write_tool: { workflow: quickJob, task: { support: forbidden, becomesTaskAfter: never }, access: { scopes: [ orders:write ] } }',
});

const info = { name: 'official-client', version: '1.0.0' };
const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
const CALL = { name: 'write_tool', arguments: {} };
const anyResult = z.looseObject({});
/** So short that a token ends while a test waits for it. */
const BRIEF_S = 2;

/** A client that is connected, or has been sent away to log in. */
interface Connected {
  readonly names: () => Promise<readonly string[]>;
  readonly call: () => Promise<unknown>;
  readonly getTask: (taskId: string) => Promise<unknown>;
  /** Goes on after its person has logged in. */
  readonly finishAuth: (person: Person) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Who a client is for: a person, or nobody, when it is a machine with a secret. */
type Connect = (person: Person | undefined) => Promise<Connected>;

const open: Connected[] = [];
afterEach(async () => {
  // The client of SDK 1 does not step up where it has a refresh token: it renews what it has, and gives up.
  Object.assign(issuer.tokens, { ttlSeconds: 300, isRenewable: false });
  await Promise.all(open.splice(0).map(async ({ close }) => close()));
});
afterAll(async () => {
  await issuer.close();
});

const machine = { ...issuer.machine, expectedIssuer: issuer.issuer };

const connectV1: Connect = async (person) => {
  // It goes by no challenge where there is no person.
  const authProvider = person ?? new CredentialsV1({ ...machine, scope: 'tasks:use' });
  const client = new ClientV1(info, { capabilities });
  const transport = new HttpV1(new URL(there().url), { authProvider });
  const connected = {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async () => client.callTool(CALL),
    getTask: async (taskId: string) =>
      client.request({ method: 'tasks/get', params: { taskId } }, anyResult),
    finishAuth: async ({ back }: Person) => transport.finishAuth(back.get('code') ?? ''),
    close: async () => client.close(),
  };
  open.push(connected);
  await client.connect(transport);
  return connected;
};

function connectV2(revision: '2025-11-25' | '2026-07-28'): Connect {
  return async (person) => {
    const authProvider = person ?? new CredentialsV2(machine);
    const isNew = revision === '2026-07-28';
    const client = new ClientV2(info, {
      capabilities,
      ...(isNew && { versionNegotiation: { mode: 'auto' } }),
    });
    const transport = new HttpV2(new URL(there().url), { authProvider: authProvider as never });
    const connected = {
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async () => client.callTool(CALL),
      getTask: async (taskId: string) =>
        client.request({ method: 'tasks/get', params: { taskId } }, anyResult),
      finishAuth: async ({ back }: Person) => transport.finishAuth(back),
      close: async () => client.close(),
    };
    open.push(connected);
    await client.connect(transport);
    return connected;
  };
}

const CLIENTS: readonly (readonly [string, Connect])[] = [
  ['SDK 1', connectV1],
  ['SDK 2 in 2025-11-25', connectV2('2025-11-25')],
  ['SDK 2 in 2026-07-28', connectV2('2026-07-28')],
];

/** Connects in vain, has the person log in, and connects again. */
async function logIn(connect: Connect, person: Person): Promise<Connected> {
  await expect(connect(person)).rejects.toThrow(/unauthorized/i);
  const [first] = open.splice(0);
  await first?.finishAuth(person);
  await first?.close();
  return connect(person);
}

/** Calls again and again, until the client has had to get another token for it. */
async function callBeyond(connected: Connected, person: Person): Promise<string> {
  const before = person.accessToken;
  return eventually('the token has ended, and there is another one', async () => {
    // One that is under way when its token ends is answered with an error.
    const answer = await connected.call().catch(() => undefined);
    const isAnother = answer !== undefined && person.accessToken !== before;
    return isAnother ? person.accessToken : undefined;
  });
}

describe.each(CLIENTS)('the official client of %s', (_name, connect) => {
  const person = new Person('ada');
  let connected: Connected;

  beforeAll(async () => {
    connected = await logIn(connect, person);
    open.length = 0;
  });

  afterAll(async () => {
    await connected.close();
  });

  verifies(
    ['A-011', 'A-013', 'A-016', 'A-022', 'A-041'],
    'logs in a person by what the 401 says',
    async () => {
      const [url, ...others] = person.asked;
      const token = decodeJwt(person.accessToken);

      expect(others).toStrictEqual([]);
      expect(url?.searchParams.get('resource')).toBe(there().resource);
      expect(url?.searchParams.get('scope')?.split(' ')).toContain('tasks:use');
      expect(url?.searchParams.get('code_challenge_method')).toBe('S256');
      // It has registered itself.
      expect(url?.searchParams.get('client_id')).toBe(token['client_id']);
      expect(token).toMatchObject({ iss: issuer.issuer, aud: there().resource, sub: 'ada' });
      expect(decodeProtectedHeader(person.accessToken)).toMatchObject({ typ: 'at+jwt' });
      expect(await connected.names()).toContain('write_tool');
    },
  );

  verifies(['A-070', 'A-074'], 'has its person’s tasks, and no others', async () => {
    const { send25, given } = there();
    const bob = new Person('bob');
    const another = await logIn(connect, bob);
    const params = { name: 'wait_for_finish', arguments: {}, task: {} };
    const [own, foreign] = await Promise.all(
      [person, bob].map(async ({ accessToken }) => {
        const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
        const { message } = await send25(accessToken, request);
        const { taskId } = message.result?.['task'] as { readonly taskId: string };
        given.terminateLater(taskId);
        return taskId;
      }),
    );

    expect(await connected.getTask(own ?? '')).toMatchObject({ status: 'working' });
    await expect(connected.getTask(foreign ?? '')).rejects.toThrow(/not found/);
    expect(await another.getTask(foreign ?? '')).toMatchObject({ status: 'working' });
    await expect(another.getTask(own ?? '')).rejects.toThrow(/not found/);
  });

  verifies(
    ['A-055', 'A-056', 'A-057'],
    'steps up by one challenge, and renews its token when that has ended',
    async () => {
      await expect(connected.call()).rejects.toThrow(/./);
      expect(person.asked).toHaveLength(2);
      expect(person.asked[1]?.searchParams.get('scope')?.split(' ')).toStrictEqual(
        expect.arrayContaining(['orders:write', 'tasks:use']),
      );

      Object.assign(issuer.tokens, { ttlSeconds: BRIEF_S, isRenewable: true });
      await connected.finishAuth(person);

      expect(JSON.stringify(await connected.call())).toContain('Done');

      expect(await callBeyond(connected, person)).not.toBe('');
      // Nobody had to log in for that.
      expect(person.asked).toHaveLength(2);
    },
  );

  verifies(['A-020'], 'is sent to log in when its grant is revoked', async () => {
    const asked = person.asked.length;
    const revoked = await issuer.post('/token/revocation', {
      token: person.refreshToken,
      client_id: person.clientId,
    });

    expect(revoked.status).toBe(200);

    issuer.tokens.isRenewable = true;
    // Its standing stream may have to log in as well, at the same time.
    const names = await eventually('it has logged in', async () => {
      await connected.call().catch(() => undefined);
      if (person.asked.length === asked) return undefined;
      const finished = connected.finishAuth(person).then(async () => connected.names());
      return finished.catch(() => undefined);
    });

    expect(names).toContain('write_tool');
  });

  verifies(['A-090'], 'gets a token of its own where there is no person', async () => {
    const own = await connect(undefined);

    expect(await own.names()).toContain('write_tool');
  });
});
