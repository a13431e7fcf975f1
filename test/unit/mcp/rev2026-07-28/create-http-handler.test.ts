import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load-manifest.js';
import {
  createHttpHandler,
  type HttpHandler,
} from '../../../../src/mcp/rev2026-07-28/create-http-handler.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(`
defaults: { taskQueue: q }
tools:
  slow: { workflow: doIt, task: forbidden }
`);
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'slow',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

interface Setup {
  readonly tasks: FakeTasks;
  readonly handler: HttpHandler;
  readonly waits: Promise<unknown>[];
}

function setUp(): Setup {
  const tasks = new FakeTasks();
  const waits: Promise<unknown>[] = [];
  const waitFor = tasks.waitFor.bind(tasks);
  tasks.waitFor = async (...args) => {
    const wait = waitFor(...args);
    waits.push(wait.catch(() => undefined));
    return wait;
  };
  const handler = createHttpHandler(
    { name: 'test', version: '1.0.0' },
    { tasks, tools, sealer: testSealer },
  );
  return { tasks, handler, waits };
}

/** Opens a call, and has its answer unread. */
async function call({ handler, waits }: Setup, signal?: AbortSignal): Promise<void> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'slow',
    },
    body: JSON.stringify(CALL),
    ...(signal && { signal }),
  });
  handler.fetch(request, { parsedBody: CALL }).catch(() => undefined);
  await eventually('the call waits', async () => Promise.resolve(waits[0] && true));
}

describe('createHttpHandler', () => {
  it('lets the Workflows of open calls go on when it closes', async () => {
    const setup = setUp();
    await call(setup);
    await setup.handler.close();
    await Promise.all(setup.waits);
    await new Promise(setImmediate);

    expect(setup.tasks.cancelled).toStrictEqual([]);
  });

  it('cancels the Workflow of a call whose client goes away', async () => {
    const setup = setUp();
    const client = new AbortController();
    await call(setup, client.signal);
    client.abort();
    await Promise.all(setup.waits);
    await new Promise(setImmediate);

    expect(setup.tasks.cancelled).toMatchObject([{ taskId: 'task-1' }]);
  });
});
