import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { afterEach, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { beforeCall, type CallToFind, findExecution } from '../../support/open-executions.js';
import { envelope, NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { initializeParams, type RawMessage } from '../../support/raw-mcp.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { finish } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Message = Readonly<Record<string, unknown>>;

/** A server process over stdio, and its messages. */
interface Peer {
  readonly child: Child;
  /** Writes all messages at once. */
  readonly send: (...messages: readonly Message[]) => void;
  /** Sends a request and resolves with its response. */
  readonly request: (message: Message) => Promise<RawMessage>;
}

/** The messages with which a client of a revision opens a connection and calls a tool. */
interface Revision {
  readonly name: string;
  readonly opening: Message;
  readonly call: (id: string, tool: string) => Message;
}

const toCall =
  (meta: object) =>
  (id: string, name: string): Message => ({
    id,
    method: 'tools/call',
    params: { name, arguments: {}, _meta: meta },
  });
const revisions: readonly Revision[] = [
  {
    name: '2025-11-25',
    opening: { id: 'opening', method: 'initialize', params: initializeParams() },
    call: toCall({}),
  },
  {
    name: '2026-07-28',
    opening: {
      id: 'opening',
      method: 'tools/list',
      params: { _meta: envelope(NO_EXTENSION) },
    },
    call: toCall(envelope(NO_EXTENSION)),
  },
];

const ends = [
  {
    end: 'SIGTERM',
    stop: (child: Child) => {
      child.kill('SIGTERM');
    },
  },
  {
    end: 'the end of its input',
    stop: (child: Child) => {
      child.stdin.end();
    },
  },
] as const;

/** Impatient clients stop a server this way. */
const inHaste = {
  end: 'the end of its input, SIGINT and then SIGTERM',
  stop: (child: Child) => {
    child.stdin.end();
    child.kill('SIGINT');
    child.kill('SIGTERM');
  },
} as const;

const cases = revisions.flatMap((revision) => ends.map((end) => ({ ...revision, ...end })));

const children: Child[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a server and calls it once, so that it has its Temporal Client and later calls start at once. */
async function connect({ opening, call }: Revision): Promise<Peer> {
  const { command, args, env } = serverCommand('--stdio', given().options);
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  const received: RawMessage[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    received.push(JSON.parse(line) as RawMessage);
  });
  const send: Peer['send'] = (...messages) => {
    const lines = messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`${lines.join('\n')}\n`);
  };
  const request: Peer['request'] = async (message) => {
    send(message);
    const isReply = ({ id, method }: RawMessage): boolean =>
      id === message['id'] && method === undefined;
    return eventually('a reply', () => received.find(isReply));
  };
  await request(opening);
  await request(call('first', 'quick_job'));
  return { child, send, request };
}

const cancellation = (requestId: string): Message => ({
  method: 'notifications/cancelled',
  params: { requestId, reason: 'Interrupted by the user' },
});

const find = async (call: CallToFind): Promise<string> =>
  findExecution(given().temporal, given().options.taskQueue, call);

async function isToBeCancelled(workflowId: string): Promise<boolean> {
  const { raw } = await given().temporal.workflow.getHandle(workflowId).describe();
  return raw.workflowExtendedInfo?.cancelRequested === true;
}

describe('a call that is withdrawn right before its server over stdio is stopped', () => {
  it.each([...cases, ...revisions.slice(0, 1).map((revision) => ({ ...revision, ...inHaste }))])(
    'is cancelled in $name, by $end, also where it has just been made',
    async ({ stop, ...revision }) => {
      const { child, send } = await connect(revision);
      const exited = once(child, 'exit');
      const [running, made] = [randomUUID(), randomUUID()];
      const runningCall = beforeCall('wait_for_finish');
      send(revision.call(running, 'wait_for_finish'));
      const runningId = await find(runningCall);

      // A different tool, so that this call does not join the first one.
      const madeCall = beforeCall('wait_for_typed_finish');
      send(revision.call(made, 'wait_for_typed_finish'), cancellation(running), cancellation(made));
      stop(child);

      expect(await within(PATIENCE_MS, exited)).toStrictEqual([0, null]);
      expect(await isToBeCancelled(runningId)).toBe(true);
      expect(await isToBeCancelled(await find(madeCall))).toBe(true);
    },
  );
});

describe('a call whose server over stdio is stopped', () => {
  it.each(cases)('goes on or ends in $name, by $end, as the tool says', async (one) => {
    const { stop, ...revision } = one;
    const { child, send } = await connect(revision);
    const exited = once(child, 'exit');
    const [kept, left] = [randomUUID(), randomUUID()];
    const calls = ['wait_for_finish', 'wait_and_cancel_on_disconnect'].map(beforeCall);
    send(
      revision.call(kept, 'wait_for_finish'),
      revision.call(left, 'wait_and_cancel_on_disconnect'),
    );
    const [keptId = '', leftId = ''] = await Promise.all(calls.map(find));

    stop(child);

    expect(await within(PATIENCE_MS, exited)).toStrictEqual([0, null]);
    expect(await isToBeCancelled(leftId)).toBe(true);
    expect(await isToBeCancelled(keptId)).toBe(false);
    // Without this, the same call of the next case would join this task.
    await finish(given().temporal, keptId, { ok: true });
  });
});
