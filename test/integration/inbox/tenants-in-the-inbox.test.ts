/** People of several tenants at one inbox: one with a namespace of its own, and two that share the server's. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { deleteFileManifest } from '../../support/inbox/delete-file-manifest.js';
import { formOf, type SeenPage } from '../../support/inbox/signed-in-browser.js';
import { withSignedIn } from '../../support/inbox/with-signed-in.js';
import { terminateRunning } from '../../support/open-executions.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const closers: (() => Promise<unknown>)[] = [];
let namespace = '';

async function startAcme(taskQueue: string): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  const client = await registerNamespace(connection);
  ({ namespace } = client.options);
  const worker = await runTestWorker({ definitions: 'fixtures', namespace, taskQueue });
  closers.push(async () => {
    await terminateRunning(client);
    await worker.stop();
  });
}

const there = withSignedIn(async ({ taskQueue }) => {
  await startAcme(`acme-${taskQueue}`);
  return {
    server: `namespaces: { of-acme: { namespace: ${namespace} } }
tenants: { claim: org, values: { acme: { namespace: of-acme, taskQueue: 'acme-{taskQueue}' }, globex: {}, initech: {} } }`,
    rest: deleteFileManifest(taskQueue, '{ allow: { groups: [finance] }, owner: false }'),
  };
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const TENANTS = ['acme', 'globex', 'initech'] as const;
type TenantName = (typeof TENANTS)[number];
const ada = (org: TenantName) => ({ sub: 'ada', org });
const bob = (org: TenantName) => ({ sub: 'bob', org, groups: ['finance'] });

const tasks = new Map<TenantName, string>();
/** A task of Ada's in each tenant, whose questions Bob of the same tenant may answer. */
async function taskOf(org: TenantName): Promise<string> {
  const known = tasks.get(org);
  const taskId =
    known ?? (await there().ask(ada(org), 'delete_file', { filename: `${org}-file.txt` }));
  tasks.set(org, taskId);
  return taskId;
}

/** A page but for what is sealed anew each time. */
function bare({ body, ...page }: SeenPage): SeenPage {
  return { ...page, body: body.replaceAll(/ value="[^"]+"/g, '') };
}

describe.each(TENANTS)('in the tenant %s', (org) => {
  it('somebody sees their own tasks of that tenant alone, with a link to its namespace', async () => {
    for (const one of TENANTS) await taskOf(one);
    const browser = await there().open(ada(org));
    const home = await eventually('the task is listed', async () => {
      const { body } = await browser.open(there().inbox.home);
      return body.includes(
        there()
          .inbox.task(tasks.get(org) ?? '')
          .slice(-40),
      )
        ? body
        : undefined;
    });
    const page = await browser.open(there().inbox.task(await taskOf(org)));

    expect(page.body).toContain(`${org}-file.txt`);
    const [, place] =
      /href="https:\/\/temporal\.example\/namespaces\/([^"]+)"/.exec(page.body) ?? [];
    const of = org === 'acme' ? namespace : 'default';
    expect(place).toBe(`${of}/workflows/${await taskOf(org)}`);
    for (const other of TENANTS.filter((one) => one !== org)) {
      const foreign = await taskOf(other);
      expect(home).not.toContain(foreign);
      expect(home).not.toContain(`${other}-file.txt`);
      const unknown = foreign.replace(/.{8}$/, 'aaaaaaaa');
      for (const place of ['task', 'question'] as const) {
        const address = there().inbox[place];
        const seen = await browser.open(address(foreign, 'i1'));
        expect(seen.status).toBe(404);
        expect(bare(seen)).toStrictEqual(bare(await browser.open(address(unknown, 'i1'))));
      }
    }
  });

  it('an approver sees and answers what is asked there, and a task of another is one that is not there', async () => {
    const browser = await there().open(bob(org));
    const own = await taskOf(org);
    const home = await eventually('the question is listed', async () => {
      const { body } = await browser.open(there().inbox.home);
      return body.includes(`${org}-file.txt`) ? body : undefined;
    });
    const address = there().inbox.question(own, 'i1');
    const page = await browser.open(address);
    expect(page.body).toContain(`ada (${there().issuer.issuer})`);
    for (const other of TENANTS.filter((one) => one !== org)) {
      const foreign = await taskOf(other);
      expect(home).not.toContain(`${other}-file.txt`);
      const question = there().inbox.question(foreign, 'i1');
      const unknown = there().inbox.question(foreign.replace(/.{8}$/, 'aaaaaaaa'), 'i1');
      const form = { ...formOf(page), action: 'accept', f0: 'yes' };
      expect(bare(await browser.open(question))).toStrictEqual(bare(await browser.open(unknown)));
      expect(bare(await browser.send(question, form))).toStrictEqual(
        bare(await browser.send(unknown, form)),
      );
      expect(await browser.send(question, form)).toMatchObject({ status: 404 });
    }

    expect(await browser.send(address, { ...formOf(page), action: 'decline' })).toMatchObject({
      status: 303,
      location: '/inbox?done=decline',
    });
    const owner = await there().open(ada(org));
    await eventually('the owner sees the result', async () => {
      const { body } = await owner.open(there().inbox.task(own));
      return body.includes('Did not delete');
    });
  });
});
