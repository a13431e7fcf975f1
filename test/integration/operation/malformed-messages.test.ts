/** Messages with random mistakes, sent to a real server. The test then reads from Temporal which Workflows started. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { toCanonicalJson } from '../../../src/core/value/canonical-json.js';
import { isRecord } from '../../../src/core/value/is-record.js';
import { eventually } from '../../support/eventually.js';
import { holdAlways } from '../../support/fuzz/fuzz-run.js';
import { parseSent } from '../../support/fuzz/judge-answer.js';
import { mutations, spoil } from '../../support/fuzz/mutation.js';
import { RawClient } from '../../support/fuzz/raw-exchange.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { type TestServers, withTestServers } from '../../support/with-test-server.js';

/** Each generation's share of the inputs of a run. In CI, both have about 200 inputs together. */
const SHARE = 0.04;

const given = withTestServers();

function request(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 7, method, params };
}

const calls = [
  { name: 'large_input', arguments: { text: 'a' } },
  { name: 'large_input', arguments: { text: 'b' }, task: { ttl: 60_000 } },
  { name: 'greet_if_confirmed', arguments: { name: 'Ada' } },
  { name: 'greet_after_asking', arguments: { loud: true } },
];
const messagesOf = {
  '2025-11-25': [
    ...calls.map((params) => request('tools/call', params)),
    request('tasks/get', { taskId: 'mcp-none' }),
    request('tasks/cancel', { taskId: 'mcp-none' }),
    request('tasks/list', {}),
  ],
  '2026-07-28': [
    ...calls.map((params) => request('tools/call', { ...params, _meta: envelope() })),
    request('tools/call', {
      ...calls[2],
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
      requestState: 'forged',
      _meta: envelope(),
    }),
    request('tasks/update', { taskId: 'mcp-none', inputResponses: {}, _meta: envelope() }),
  ],
} as const;

/** The execution that a message may start: Workflow Type, and input as canonical JSON. */
function startedBy(message: unknown): readonly string[] {
  const { method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  const { name, arguments: input = {} } = isRecord(params)
    ? params
    : ({} as Record<string, unknown>);
  if (method !== 'tools/call' || !isRecord(input)) return [];
  if (name === 'large_input') return [`quickJob ${toCanonicalJson([input])}`];
  // If the call has the name, the server does not ask for it.
  const isSaid = name === 'greet_after_asking' && typeof input['name'] === 'string';
  return isSaid ? [`greetLater ${toCanonicalJson([input])}`] : [];
}

/** True if an answer says that the server started a Workflow. */
function hasStarted({ result, method }: RawMessage): boolean {
  return (
    method === undefined &&
    result?.['isError'] !== true &&
    ('task' in (result ?? {}) || 'content' in (result ?? {}) || result?.['resultType'] === 'task')
  );
}

/** The executions on the Task Queue: Workflow Type, and input as canonical JSON. */
async function startedOn({ temporal, options }: TestServers): Promise<string[]> {
  const started: string[] = [];
  const query = `TaskQueue = '${options.taskQueue}'`;
  for await (const { workflowId, runId, type } of temporal.workflow.list({ query })) {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    const values = input.map(({ data }) => parseSent(Buffer.from(data ?? []).toString()));
    started.push(`${type} ${toCanonicalJson(values)}`);
  }
  return started.sort();
}

describe('malformed messages of both generations,', () => {
  it('start what they say they have started, and nothing else', async () => {
    const servers = given();
    const client = new RawClient(servers.url);
    const allowed: string[] = [];
    let started = 0;
    for (const [revision, messages] of Object.entries(messagesOf)) {
      await holdAlways(
        `messages of ${revision} before a real Temporal`,
        SHARE,
        fc.asyncProperty(fc.nat(100), mutations, async (pick, changes) => {
          const valid = messages[pick % messages.length];
          const body = JSON.stringify(spoil(valid, changes, valid)) as string | undefined;
          const message = parseSent(body ?? '');
          const method = isRecord(message) ? message['method'] : undefined;
          const answer = await client.exchange({
            body: Buffer.from(body ?? ''),
            headers: {
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              'mcp-protocol-version': revision,
              ...(revision === '2026-07-28' && {
                'mcp-method':
                  typeof method === 'string' && /^[!-~]{1,100}$/.test(method) ? method : 'x',
                'mcp-name': (valid as { params: { name?: string } }).params.name ?? 'mcp-none',
              }),
            },
            mayStand: false,
          });
          if (answer.status >= 499) throw new Error(`HTTP ${answer.status}`);
          allowed.push(...startedBy(message));
          if (method === 'tools/call') started += answer.messages.filter(hasStarted).length;
        }),
      );
    }
    client.close();
    // Visibility shows executions with a delay.
    const found = await eventually('what was started', async () => {
      const now = await startedOn(servers);
      return now.length >= started ? now : undefined;
    });

    expect(started).toBeGreaterThan(10);
    expect(found).toHaveLength(started);
    expect(found.filter((one) => !allowed.includes(one))).toStrictEqual([]);
  });
});
