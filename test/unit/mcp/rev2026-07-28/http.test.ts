import { describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER } from '../../../../src/core/person/owner.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { Generation } from '../../../../src/mcp/generation.js';
import { createGeneration } from '../../../../src/mcp/rev2026-07-28/generation.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
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
  readonly generation: Generation;
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
  const toolbox = createToolbox(tasks, tools);
  const generation = createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: toolbox,
    sealer: testSealer,
  });
  return { tasks, generation, waits };
}

function toRequest(signal: AbortSignal): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'slow',
    },
    signal,
  });
}

/** Opens a call, and has its answer unread. */
async function call(
  { generation, waits }: Setup,
  gone = new AbortController().signal,
): Promise<void> {
  const caller = { owner: LOCAL_OWNER };
  const received = generation.http.receive(toRequest(gone), CALL);
  received.answer(caller, gone).catch(() => undefined);
  await eventually('the call waits', () => waits[0] && true);
}

describe('the HTTP side', () => {
  it('lets the Workflows of open calls go on when it closes', async () => {
    const setup = setUp();
    await call(setup);
    await setup.generation.close();
    await Promise.all(setup.waits);
    await new Promise(setImmediate);

    expect(setup.tasks.cancelled).toStrictEqual([]);
  });
});
