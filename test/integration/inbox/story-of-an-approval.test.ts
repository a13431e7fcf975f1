/** The story in docs/approvals.md: a host that cannot ask, somebody else and a host that collects what was approved. */
import { afterAll, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { Person } from '../../support/auth/person.js';
import { startRealIssuer } from '../../support/auth/real-issuer.js';
import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { describeWithBrowser, withBrowser } from '../../support/inbox/browser.js';
import { toForm } from '../../support/inbox/inbox-steps.js';
import { registerInbox, signIn } from '../../support/inbox/sign-in-steps.js';

const issuer = await startRealIssuer(['tasks:use', 'openid']);
const there = withProtectedServer({
  worker: true,
  auth: () => `issuers: [{ issuer: "${issuer.issuer}" }], scopes: [tasks:use]`,
  inbox: async (resource) => registerInbox(issuer.issuer, resource),
  tools:
    'pay_invoice: { title: Pay an invoice, workflow: askByContract, input: { type: object }, access: { approvers: { subjects: [ bob ], owner: false } } }',
});
const open = withBrowser();

afterAll(async () => {
  await issuer.close();
});

/** A host of Ada's that has neither tasks nor a way to ask her anything. She logs in through it. */
async function connectHost(ada: Person): Promise<Client> {
  const create = (): [Client, StreamableHTTPClientTransport] => {
    const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities: {} });
    const transport = new StreamableHTTPClientTransport(new URL(there().url), {
      authProvider: ada,
    });
    return [client, transport];
  };
  const [first, before] = create();
  await expect(first.connect(before)).rejects.toThrow(/unauthorized/i);
  await before.finishAuth(ada.back.get('code') ?? '');
  await first.close();
  const [client, transport] = create();
  await client.connect(transport);
  return client;
}

describeWithBrowser('a call in a host that cannot ask', () => {
  it('waits for the approval of another person, and then has its result', async () => {
    const ada = new Person('ada');
    const host = await connectHost(ada);

    const called = await host.callTool({
      name: 'pay_invoice',
      arguments: { requests: { one: toForm('Pay 4,200 EUR to Acme?') } },
    });
    const { taskId } = called.structuredContent as { readonly taskId: string };
    const [{ text }] = called.content as [{ readonly text: string }];
    const [link = ''] = /http\S+\/questions\/\S+/.exec(text) ?? [];
    expect(text).toContain('It waits for an approval');
    expect(called.isError).not.toBe(true);

    const [adas, bobs] = [await open(), await open()];
    await adas.page.goto(link);
    await signIn(adas.page, 'ada');
    await adas.page.getByText('You may not answer this question').waitFor();
    await bobs.page.goto(link);
    await signIn(bobs.page, 'bob');
    await bobs.page.getByText('Pay 4,200 EUR to Acme?').first().waitFor();
    await bobs.page.getByRole('button', { name: 'Accept' }).click();
    await bobs.page.getByText('Your answer was sent.').waitFor();

    const collected = await host.callTool({
      name: 'task_result',
      arguments: { task_id: taskId },
    });
    expect(collected.structuredContent).toMatchObject({
      one: { action: 'accept', answeredBy: { subject: 'bob', issuer: issuer.issuer } },
    });
    expect([...adas.complaints, ...bobs.complaints]).toStrictEqual([]);
    await host.close();
  });
});
