import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from '@jest/globals';

import { AuditEvent } from '../../../../../src/core/audit.js';
import type { PageVisit, WebPages } from '../../../../../src/core/question/web-pages.js';
import { type AuditLog, createAudit } from '../../../../../src/security/audit/create-audit.js';
import { createTestGate, withApps } from '../../../../support/serve-app.js';
import { createTestFolder, type TestFolder } from '../../../../support/test-folder.js';

const serve = withApps();
let folder: TestFolder | undefined;
let audit: AuditLog | undefined;
afterEach(async () => {
  audit?.close();
  await folder?.remove();
  [audit, folder] = [undefined, undefined];
});

/** Pages that show who visits, whose token is in a cookie as it stands. */
function createPages(onVisit: (visit: PageVisit) => void = () => undefined): WebPages {
  return {
    path: '/pages',
    file: async () => Promise.resolve(undefined),
    isSignIn: () => false,
    present: async ({ headers }) => {
      const token = headers.get('cookie');
      const authorization = [`Bearer ${token ?? ''}`];
      return Promise.resolve(token === null ? undefined : { authorization, hasQueryToken: false });
    },
    answer: async (_request, visit) => {
      onVisit(visit);
      const { caller, refusal, form } = visit;
      const headers = new Headers({ 'content-type': 'text/plain' });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      const text = JSON.stringify({ owner: caller?.owner, refusal, form });
      return Promise.resolve(new Response(text, { headers, status: refusal?.status ?? 200 }));
    },
  };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a visit', () => {
  it('is of whoever the gate says, by what the pages show it, and not by a header', async () => {
    const gate = createTestGate();
    const { send } = await serve({ pages: createPages(), gate });
    const visit = async (headers: Record<string, string>) =>
      JSON.parse((await send({ path: '/pages/x', method: 'GET', headers })).body) as unknown;

    expect(await visit({ cookie: 'good-ada' })).toStrictEqual({ owner: 'good-ada' });
    expect(await visit({ cookie: 'bad' })).toStrictEqual({ refusal: { status: 401 } });
    expect(await visit({ cookie: 'unsure' })).toStrictEqual({ refusal: { status: 503 } });
    expect(await visit({ authorization: 'Bearer good-ada' })).toStrictEqual({});
    expect(gate.seen).toStrictEqual(['good-ada', 'bad', 'unsure']);
  });

  it('does not let MCP in by what the pages take', async () => {
    const { send } = await serve({ pages: createPages(), gate: createTestGate() });

    expect((await send({ headers: { cookie: 'good-ada' } })).status).toBe(401);
  });

  it('gets every cookie that the pages set', async () => {
    const { send } = await serve({ pages: createPages() });
    const { headers } = await send({ path: '/pages', method: 'GET' });

    expect(headers['set-cookie']).toStrictEqual(['a=1', 'b=2']);
  });

  it('brings a form as it stands, and nothing else', async () => {
    const { send } = await serve({ pages: createPages() });
    const visit = async (headers: Record<string, string>, body: string) =>
      JSON.parse((await send({ path: '/pages', headers, body })).body) as unknown;

    expect(await visit(FORM, 'a=%3C&a=2')).toStrictEqual({ owner: 'local', form: 'a=%3C&a=2' });
    expect(await visit({ 'content-type': 'text/plain' }, 'a=1')).toMatchObject({
      refusal: { status: 415 },
    });
    expect(await visit({ ...FORM, 'content-encoding': 'gzip' }, 'a=1')).toMatchObject({
      refusal: { status: 415 },
    });
    expect(await visit(FORM, 'x'.repeat(1024 * 1024 + 1))).toMatchObject({
      refusal: { status: 413 },
    });
  });

  it('counts among the requests of its owner, and of its address where nobody is let in', async () => {
    const limits = { requestsPerMinute: 2 };
    const { send } = await serve({ pages: createPages(), gate: createTestGate(), limits });
    const visit = async (headers: Record<string, string>) =>
      (await send({ path: '/pages', method: 'GET', headers })).status;

    expect([await visit({}), await visit({}), await visit({})]).toStrictEqual([200, 200, 429]);
    expect(await visit({ cookie: 'good-ada' })).toBe(200);
  });

  it('is told when to come back where it is too much', async () => {
    const limits = { requestsPerMinute: 1 };
    const visits: PageVisit[] = [];
    const pages = createPages((visit) => visits.push(visit));
    const { send } = await serve({ pages, gate: createTestGate(), limits });
    const headers = { cookie: 'good-ada' };
    await send({ path: '/pages', method: 'GET', headers });
    await send({ path: '/pages', method: 'GET', headers });

    expect(visits.map(({ refusal }) => refusal)).toStrictEqual([
      undefined,
      {
        status: 429,
        message: expect.stringContaining('requests') as unknown,
        retryAfterS: expect.any(Number) as unknown,
      },
    ]);
  });

  it('is written down with who it is, and as one of the inbox', async () => {
    folder = await createTestFolder();
    const to = `${folder.path}/audit.log`;
    const log = createAudit({ to });
    audit = log;
    const pages = createPages(() => {
      log.record({ event: AuditEvent.tasksListed, outcome: 'done' });
    });
    const { send } = await serve({ pages, gate: createTestGate(), audit: log });
    await send({ path: '/pages', method: 'GET', headers: { cookie: 'good-ada' } });

    expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject({
      event: 'tasks.listed',
      principal: 'good-ada',
      transport: 'http',
      client: 'inbox',
    });
  });
});
