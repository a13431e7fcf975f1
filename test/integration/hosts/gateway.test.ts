/** Clients behind a gateway, which sees the server under other names (docs/gateways.md). */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { GATEWAY_PREFIX, startSmallGateway } from '../../support/hosts/small-gateway.js';
import { HOST_MANIFEST } from '../../support/hosts/with-host-server.js';
import { ALL_CAPABILITIES, envelope, NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { startMcpServer } from '../../support/start-mcp-server.js';

const closers: (() => unknown)[] = [];
let url: string;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gateway-'));
  closers.push(() => {
    rmSync(directory, { recursive: true });
  });
  const manifest = join(directory, 'mcp-tasks.yaml');
  writeFileSync(manifest, readFileSync(HOST_MANIFEST));
  writeFileSync(join(directory, 'host.server.yaml'), `toolPrefix: ${GATEWAY_PREFIX}\n`);
  const worker = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => worker.stop());
  const server = await startMcpServer({ taskQueue: worker.taskQueue, manifest });
  closers.push(server.stop);
  const gateway = await startSmallGateway(server.url);
  closers.push(gateway.stop);
  ({ url } = gateway);
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface Result {
  readonly tools?: readonly { readonly name: string }[];
  readonly content?: readonly { readonly text: string }[];
  readonly taskId?: string;
  readonly status?: string;
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  readonly result?: Result;
}

async function request(
  method: string,
  params: object,
  capabilities: object = ALL_CAPABILITIES,
): Promise<Result> {
  const body = {
    jsonrpc: '2.0',
    id: randomUUID(),
    method,
    params: { ...params, _meta: envelope(capabilities) },
  };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { result, error } = (await response.json()) as { result?: Result; error?: object };
  expect(error).toBeUndefined();
  return result ?? {};
}

it('names tools to models as the gateway shows them', async () => {
  const { tools = [] } = await request('tools/list', {}, NO_EXTENSION);
  const label = randomUUID();
  const call = { name: 'shop___compute', arguments: { seconds: 2, label } };
  const { content = [] } = await request('tools/call', call, NO_EXTENSION);
  const [, name = '', input = ''] =
    /Don't call shop___compute again: call (\S+) with (\{.*?\})/.exec(content[0]?.text ?? '') ?? [];
  const read = { name, arguments: JSON.parse(input) as object };
  const collected = await request('tools/call', read, NO_EXTENSION);

  expect(tools.map((tool) => tool.name)).toContain(name);
  expect(name).toBe('shop___task_result');
  expect(collected.content?.[0]?.text).toContain(label);
});

it('lets a task and its question live, with wrapped IDs and buffered answers', async () => {
  const filename = `${randomUUID()}.txt`;
  const call = { name: 'shop___confirm_delete', arguments: { filename } };
  const { taskId } = await request('tools/call', call);
  const { inputRequests = {} } = await eventually('it asks', async () => {
    const task = await request('tasks/get', { taskId });
    return task.status === 'input_required' ? task : undefined;
  });
  const [key = ''] = Object.keys(inputRequests);
  const answer = { action: 'accept', content: { confirm: true } };
  await request('tasks/update', { taskId, inputResponses: { [key]: answer } });
  const { result } = await eventually('it has ended', async () => {
    const task = await request('tasks/get', { taskId });
    return task.status === 'completed' ? task : undefined;
  });

  expect(taskId).toMatch(/^wrapped\./);
  expect(result?.content?.[0]?.text).toContain(`Deleted ${filename}`);
});
