import { describe, expect } from '@jest/globals';

import { connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { type Peer, verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { expectCallToolResult } from '../../support/conformance/wire-shapes.js';
import {
  connectRawHttp,
  connectRawStdio,
  initializeParams,
  type RawMcp,
  type RawMessage,
} from '../../support/raw-mcp.js';
import { createTask, errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';

const { verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

/** A client of an older revision. */
interface OlderPeer extends Peer {
  readonly older: RawMcp;
  readonly initializeReply: RawMessage;
}

type OlderBody = (peer: OlderPeer) => Promise<void>;

function overHttp(version: string, body: OlderBody): (peer: Peer) => Promise<void> {
  return async (peer) => {
    const older = connectRawHttp(peer.url, version);
    const initializeReply = await older.request('initialize', initializeParams(version));
    await body({ ...peer, older, initializeReply });
  };
}

function overStdio(version: string, body: OlderBody): (peer: Peer) => Promise<void> {
  return async (peer) => {
    const older = await connectRawStdio(peer.options, version);
    try {
      await body({ ...peer, older, initializeReply: older.initializeReply });
    } finally {
      await older.close();
    }
  };
}

const hasNoCapability: OlderBody = async ({ initializeReply }) => {
  const { capabilities } = await resultOf(Promise.resolve(initializeReply));

  expect(capabilities).toStrictEqual({ tools: {}, resources: {} });
};

const showsNoTaskSupport: OlderBody = async ({ older }) => {
  const { tools } = (await resultOf(older.request('tools/list'))) as { tools: object[] };

  expect(tools.length).toBeGreaterThan(10);
  expect(tools.filter((tool) => 'execution' in tool)).toStrictEqual([]);
};

const ignoresTask: OlderBody = async ({ older }) => {
  for (const name of ['quick_job', 'return_scalar']) {
    const result = await resultOf(older.request('tools/call', { name, task: { ttl: 60_000 } }));

    expectCallToolResult(result);
    expect(result).not.toHaveProperty('task');
  }
};

const ignoresTaskOfForbiddenTool: OlderBody = async ({ older }) => {
  const call = { name: 'greet', arguments: { name: 'Ada' }, task: {} };

  expect(await resultOf(older.request('tools/call', call))).toStrictEqual({
    content: [{ type: 'text', text: 'Hello, Ada!' }],
  });
};

const runsRequiredTool: OlderBody = async ({ older }) => {
  const result = await resultOf(older.request('tools/call', { name: 'failing_job' }));

  expectCallToolResult(result);
  expect(result['isError']).toBe(true);
};

const hasNoTaskMethods: OlderBody = async ({ older, mcp }) => {
  const taskId = await createTask(mcp, 'quick_job');
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list']) {
    const { code } = await errorOf(older.request(method, { taskId }));

    expect([method, code]).toStrictEqual([method, -32601]);
  }
};

for (const version of ['2025-06-18', '2025-03-26']) {
  for (const [verifies, over] of [
    [verifiesOverHttp, overHttp],
    [verifiesOverStdio, overStdio],
  ] as const) {
    describe(`a client of ${version}`, () => {
      verifies(
        ['T25-01', 'T25-07'],
        'is announced no tasks',
        over(version, async (peer) => {
          const { protocolVersion } = await resultOf(Promise.resolve(peer.initializeReply));
          expect(protocolVersion).toBe(version);
          await hasNoCapability(peer);
        }),
      );
      verifies(['T25-07', 'T25-10'], 'sees no task support', over(version, showsNoTaskSupport));
      verifies(['T25-05'], 'gets a plain result, with task or not', over(version, ignoresTask));
      verifies(
        ['T25-05'],
        'can call a tool that is forbidden as a task',
        over(version, ignoresTaskOfForbiddenTool),
      );
      verifies(
        ['T25-05'],
        'can call a tool that is required as a task elsewhere',
        over(version, runsRequiredTool),
      );
      verifies(['T25-07'], 'has no methods of tasks', over(version, hasNoTaskMethods));
    });
  }
}

describe('a client of 2025-06-18 that can be asked', () => {
  verifiesOverHttp(
    ['T25-05', 'T25-08'],
    'is asked in a call whose task is ignored',
    async (peer) => {
      const client = await connectAskedHttp([peer.url], { protocolVersion: '2025-06-18' });
      const call = client.open('tools/call', {
        name: 'confirm_delete',
        arguments: { filename: 'a.txt' },
        task: {},
      });
      const [{ id }] = await untilAsked(call);
      await client.send({ id, result: { action: 'accept', content: { confirm: true } } });

      expect(await resultOf(call.reply)).toStrictEqual({
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      await client.close();
    },
  );
});

/** POSTs a request of a session, with no header of the revision unless it is given. */
async function postInSession(
  url: string,
  version: string,
  [method, params, headers = {}]: readonly [string, object?, Readonly<Record<string, string>>?],
): Promise<Response> {
  const types = { 'content-type': 'application/json', accept: 'application/json' };
  const send = async (message: object, more: object): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { ...types, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
  const opened = await send({ method: 'initialize', params: initializeParams(version) }, {});
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return send({ method, params }, { ...session, ...headers });
}

describe('a request of a session without MCP-Protocol-Version', () => {
  verifiesOverHttp(
    ['T25-05', 'T25-135'],
    'has the revision that was negotiated, and so its tasks',
    async ({ url }) => {
      const call = { name: 'quick_job', arguments: {}, task: {} };
      const list = await postInSession(url, '2025-11-25', ['tasks/list']);
      const made = await postInSession(url, '2025-11-25', ['tools/call', call]);
      const older = await postInSession(url, '2025-03-26', ['tasks/list']);

      expect(await list.json()).toHaveProperty('result.tasks');
      expect(await made.json()).toHaveProperty('result.task.taskId');
      expect(await older.json()).toHaveProperty('error.code', -32601);
    },
  );

  verifiesOverHttp(['T25-135'], 'may have a header that says the same', async ({ url }) => {
    for (const version of ['2025-11-25', '2025-06-18']) {
      const headers = { 'mcp-protocol-version': version };
      const response = await postInSession(url, '2025-11-25', ['ping', {}, headers]);

      expect([version, response.status]).toStrictEqual([
        version,
        version === '2025-11-25' ? 200 : 400,
      ]);
    }
  });
});

describe('a request without MCP-Protocol-Version and session', () => {
  verifiesOverHttp(
    ['T25-07', 'T25-135'],
    'is one of 2025-03-26, so it has no methods of tasks',
    async ({ url }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/list' }),
      });

      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );
});
