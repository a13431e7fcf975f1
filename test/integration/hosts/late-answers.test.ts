/** People who answer after the call that asks them has been answered, and hosts whose time-outs look like a stop. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { Client, Connection } from '@temporalio/client';

import { connectAskedHttp, questionsIn } from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import type { HostResult } from '../../support/hosts/official-clients.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTestFolder } from '../../support/test-folder.js';

const given = withHostServer();
const opened: McpClient[] = [];
let connection: Connection;
let temporal: Client;
let replica: TestServer;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  temporal = new Client({ connection });
  replica = await startMcpServer(given().options);
});

afterAll(async () => {
  for (const client of opened) await client.close();
  await replica.stop();
  await connection.close();
});

/** A form that a host shows, which is answered by hand. */
interface Form {
  readonly answer: (result: ElicitResult) => void;
}

/** Sends answers of people to another replica than the one that asks, as a load balancer may. */
const answerAt =
  ({ url: other }: Pick<TestServer, 'url'>): FetchLike =>
  async (url, init) => {
    const isAnswer = typeof init?.body === 'string' && init.body.includes('"result":');
    return fetch(isAnswer ? other : url, init);
  };

interface Connecting {
  /** Default: the server of this file. */
  readonly url?: string;
  /** The forms that the host shows. Absent: it shows none. */
  readonly forms?: Form[];
  readonly fetch?: FetchLike | undefined;
}

async function connect(
  name: string,
  { url = given().url, forms, fetch: by }: Connecting = {},
): Promise<McpClient> {
  const capabilities = forms ? { elicitation: {} } : {};
  const client = new McpClient({ name, version: '1.0.0' }, { capabilities });
  if (forms) {
    client.setRequestHandler(
      ElicitRequestSchema,
      async () => new Promise<ElicitResult>((answer) => forms.push({ answer })),
    );
  }
  const options = by && { fetch: by };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  opened.push(client);
  return client;
}

const textOf = (result: unknown): string =>
  ((result as HostResult).content ?? []).map(({ text = '' }) => text).join(' ');

const formNumber = async (forms: readonly Form[], number: number): Promise<Form> =>
  eventually(`form ${number} is shown`, async () => Promise.resolve(forms[number - 1]));

const YES: ElicitResult = { action: 'accept', content: { confirm: true } };

/** Makes a call that is answered with a handle while its form is open, and a read of its task. */
async function callAndRead(host: McpClient) {
  const filename = `${randomUUID()}.txt`;
  const handle = await host.callTool({ name: 'confirm_delete', arguments: { filename } });
  const { taskId } = (handle as HostResult).structuredContent ?? {};
  return { filename, handle, read: { name: 'task_result', arguments: { task_id: taskId } } };
}

describe('a person who has not answered when the call is answered', () => {
  it.concurrent('still has the question after the host has closed the form', async () => {
    const forms: Form[] = [];
    const host = await connect('hasty-host', { forms });

    const { filename, handle, read } = await callAndRead(host);
    // The host closes the forms of its turn, as Codex does.
    (await formNumber(forms, 1)).answer({ action: 'cancel' });
    const sinceMs = performance.now();
    const second = await host.callTool(read);
    const waitedMs = performance.now() - sinceMs;
    const third = host.callTool(read);
    (await formNumber(forms, 2)).answer(YES);

    expect(textOf(handle)).toContain(`"Delete ${filename}?". A person has to answer`);
    expect(textOf(handle)).toContain('The question is on their screen.');
    expect(textOf(second)).toContain('is still running');
    expect(waitedMs).toBeGreaterThan(3_900);
    expect(textOf(await third)).toContain(`Deleted ${filename}`);
    expect(forms).toHaveLength(2);
  });

  it.concurrent('is asked again as soon as the host closes the form during a read', async () => {
    const forms: Form[] = [];
    const host = await connect('hasty-host', { forms });

    const { filename, read } = await callAndRead(host);
    const reading = host.callTool(read);
    (await formNumber(forms, 1)).answer({ action: 'cancel' });
    (await formNumber(forms, 2)).answer(YES);

    expect(textOf(await reading)).toContain(`Deleted ${filename}`);
  });

  it.concurrent(
    'is not asked again by reads of the same session while the form is open',
    async () => {
      const forms: Form[] = [];
      const host = await connect('hasty-host', { forms });

      const { filename, read } = await callAndRead(host);
      const second = await host.callTool(read);
      const third = host.callTool(read);
      const shown = forms.length;
      (await formNumber(forms, 1)).answer(YES);

      expect(textOf(second)).toContain('The question is on their screen.');
      expect(textOf(await third)).toContain(`Deleted ${filename}`);
      expect([shown, forms.length]).toStrictEqual([1, 1]);
    },
  );

  it.concurrent(
    'is asked again after a time, if the host has closed the form at another replica',
    async () => {
      const environment = { ...given().options.environment, TEST_ASK_AGAIN_AFTER: '5s' };
      const asking = await startMcpServer({ ...given().options, environment });
      try {
        const forms: Form[] = [];
        const fetch = answerAt(replica);
        const host = await connect('hasty-host', { url: asking.url, forms, fetch });

        const { filename, read } = await callAndRead(host);
        (await formNumber(forms, 1)).answer({ action: 'cancel' });
        const reading = host.callTool(read);
        (await formNumber(forms, 2)).answer(YES);

        expect(textOf(await reading)).toContain(`Deleted ${filename}`);
      } finally {
        await asking.stop();
      }
    },
  );
});

/** Its question ends a read at once, since the model may answer it. */
const OPEN_TO_MODELS = `
defaults: { workflow: { taskQueue: '\${TEST_TASK_QUEUE}' }, ttl: 10 minutes }
tools:
  confirm_delete:
    workflow: confirmDelete
    task: { answerWithin: 1s }
    access: { modelMayAnswer: true }
    input: { type: object, required: [filename], properties: { filename: { type: string } } }
`;

describe('a question that ends a read before its time', () => {
  it.concurrent('stays open after its host has closed the form at another replica', async () => {
    const folder = await createTestFolder({ 'manifest.yaml': OPEN_TO_MODELS });
    const options = { ...given().options, manifest: join(folder.path, 'manifest.yaml') };
    const [one, other] = await Promise.all([startMcpServer(options), startMcpServer(options)]);
    try {
      const urls = [one.url];
      const host = await connectAskedHttp(urls);
      const filename = `${randomUUID()}.txt`;
      const call = { name: 'confirm_delete', arguments: { filename } };
      const { result: handle } = await host.request('tools/call', call);
      const { taskId } = (handle as HostResult).structuredContent ?? {};
      const read = { name: 'task_result', arguments: { task_id: taskId } };
      // Another session, which the question is new to.
      const reader = await connectAskedHttp(urls);
      const { reply, received } = reader.open('tools/call', read);
      await reply;
      const [question] = questionsIn(received);
      urls.splice(0, 1, other.url);
      await reader.send({ id: question?.id, result: { action: 'cancel' } });
      await reader.send({ id: question?.id, result: YES });
      const { result } = await reader.request('tools/call', read);

      expect(textOf(result)).toContain(`Deleted ${filename}`);
    } finally {
      await Promise.all([one.stop(), other.stop(), folder.remove()]);
    }
  });
});

describe('a call that its host cancels', () => {
  it.concurrent.each([
    ['codex-mcp-client', 'COMPLETED'],
    ['codex-mcp-client (via mcp-remote 0.15.1)', 'COMPLETED'],
    ['some-host', 'CANCELLED'],
  ])('named %s leaves its Workflow %s', async (name, status) => {
    const host = await connect(name);
    const label = randomUUID();
    const input = { name: 'compute_by_host', arguments: { seconds: 8, label } };
    const giving = new AbortController();
    const call = host.callTool(input, undefined, { signal: giving.signal });
    const query = `Customer = '${label}'`;
    const [started] = await eventually('it has started', async () => {
      const found = [];
      for await (const one of temporal.workflow.list({ query })) found.push(one);
      return found.length > 0 ? found : undefined;
    });
    giving.abort('MCP request cancelled by caller');
    await expect(call).rejects.toThrow();

    const handle = temporal.workflow.getHandle(started?.workflowId ?? '');
    await handle.result().catch(() => undefined);
    expect((await handle.describe()).status.name).toBe(status);
  });
});
