import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';

const there = withProtectedServer({
  worker: true,
  auth: ({ issuer }) => `
    issuers: [{ issuer: "${issuer}" }],
    workflowClaims: [email, groups, realm_access.roles]`,
  tools: `
    tell: { workflow: tellCaller, input: { type: object, properties: { runs: { type: integer } } } },
    sign: {
      workflow: {
        type: collectSignatures,
        arguments: [text, $caller.name, '{ by: $caller.subject, mail: $caller.claims.email }'],
        memo: { requester: '{$caller.subject} <{$caller.claims.email}>' } },
      input: { type: object, properties: { text: { type: string } } },
      questions: {
        signature: {
          when: { query: signatures, value: $query.state, is: unsigned },
          message: Sign?,
          properties: { note: { type: string } },
          answer: { signal: sign, arguments: { note: $answer.note, signedBy: $caller } } } } }`,
  actions: `
    countersign: {
      workflow: collectSignatures, signal: sign,
      input: { type: object, properties: { note: { type: string } } },
      arguments: { note: note, signedBy: $caller.subject, groups: $caller.claims.groups } }`,
});

/** Somebody new, with claims. */
async function somebody(): Promise<{ readonly token: string; readonly name: string }> {
  const name = `ada-${randomUUID()}`;
  const claims = {
    sub: name,
    email: 'ada@example.com',
    groups: ['finance'],
    secret: 'not for workflows',
    realm_access: { roles: ['clerk'] },
  };
  return { name, token: await there().issuer.sign({ claims }) };
}

const told = (name: string) => ({
  kind: 'user',
  issuer: there().issuer.issuer,
  subject: name,
  claims: {
    email: 'ada@example.com',
    groups: ['finance'],
    'realm_access.roles': ['clerk'],
  },
});

/** A task of a tool, by a client of 2026-07-28. */
async function start(token: string, name: string, input: object): Promise<string> {
  const { message } = await there().send26(token, 'tools/call', { name, arguments: input });
  return String(message.result?.['taskId']);
}

async function untilTask(
  token: string,
  taskId: string,
  isWanted: (task: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, unknown>>> {
  return eventually('the task is as wanted', async () => {
    const { message } = await there().send26(token, 'tasks/get', { taskId });
    return message.result && isWanted(message.result) ? message.result : undefined;
  });
}

async function resultOf(token: string, taskId: string): Promise<unknown> {
  const task = await untilTask(token, taskId, ({ status }) => status === 'completed');
  return (task['result'] as { readonly structuredContent: unknown }).structuredContent;
}

describe('a Workflow', () => {
  it.each([0, 2])('knows who has started it, after %i further runs', async (runs) => {
    const { token, name } = await somebody();
    const taskId = await start(token, 'tell', { runs });

    expect(await resultOf(token, taskId)).toStrictEqual({ principal: told(name) });
  });

  it('knows it of a plain call of 2025-11-25 as well', async () => {
    const { token, name } = await somebody();
    const params = { name: 'tell', arguments: {} };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { message } = await there().send25(token, call);

    expect(message.result?.['structuredContent']).toStrictEqual({ principal: told(name) });
  });

  it('is told nothing else: no token, and no claim that was not chosen', async () => {
    const { token } = await somebody();
    const taskId = await start(token, 'tell', {});
    await resultOf(token, taskId);
    const { temporal } = there().given;
    const history = JSON.stringify(await temporal.workflow.getHandle(taskId).fetchHistory());
    const words = [token, ...token.split('.'), 'not for workflows'];
    const written = words.map((word) => Buffer.from(word).toString('base64').slice(2, -4));

    expect([...words, ...written].filter((text) => history.includes(text))).toStrictEqual([]);
  });

  it('that knows nothing of MCP gets it as arguments, whatever its client says', async () => {
    const { token, name } = await somebody();
    const forged = { principal: 'eve', owner: 'eve', signedBy: 'eve', text: 'contract' };
    const taskId = await start(token, 'sign', forged);
    const { temporal } = there().given;
    const { memo } = await temporal.workflow.getHandle(taskId).describe();
    const asked = await untilTask(token, taskId, (task) => task['status'] === 'input_required');
    const [key = ''] = Object.keys(asked['inputRequests'] as object);
    const content = { note: 'first', signedBy: 'eve' };
    const inputResponses = { [key]: { action: 'accept', content } };
    const { message } = await there().send26(token, 'tasks/update', { taskId, inputResponses });
    const second = { task_id: taskId, note: 'second', signedBy: 'eve', groups: ['admin'] };
    const countersign = { name: 'countersign', arguments: second };
    await there().send26(token, 'tools/call', countersign);

    expect(message).not.toHaveProperty('error');
    expect(memo).toMatchObject({ requester: `${name} <ada@example.com>` });
    expect(await resultOf(token, taskId)).toStrictEqual({
      request: ['contract', name, { by: name, mail: 'ada@example.com' }],
      signatures: [
        { note: 'first', signedBy: { ...told(name), name } },
        { note: 'second', signedBy: name, groups: ['finance'] },
      ],
    });
  });

  it('is not started with claims that a memo has no room for', async () => {
    const groups = Array.from({ length: 120 }, () => randomUUID());
    const token = await there().issuer.sign({ claims: { sub: randomUUID(), groups } });
    const { message } = await there().send26(token, 'tools/call', { name: 'tell', arguments: {} });

    expect(JSON.stringify(message)).toMatch(/Nothing was started: .* most of them in \\"groups\\"/);
  });
});
