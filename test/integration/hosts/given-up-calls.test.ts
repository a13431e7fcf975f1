/** Hosts that give up a call in silence and leave its stream open, as the Java SDK does after 20 s. */
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client, Connection } from '@temporalio/client';

import { eventually, within } from '../../support/eventually.js';
import type { HostCall, HostResult } from '../../support/hosts/official-clients.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const given = withHostServer();

/** No call waits for so long. */
const LIMIT_MS = 600_000;
/** The wait of a call that joins, and a busy machine's time. */
const HANDLE_WITHIN_MS = 9_000;

interface Host {
  readonly call: (name: string, input: HostCall['arguments']) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A person's answer to every question. Absent: the host shows no questions. */
type Answer = () => Promise<{ action: 'accept'; content: { confirm: boolean } }>;

/** All that a model may be shown. */
const textOf = ({ content = [], structuredContent }: HostResult): string =>
  [
    ...content.map(({ text = '' }) => text),
    ...(structuredContent ? [JSON.stringify(structuredContent)] : []),
  ].join(' ');

async function connectV1(url: string, answer?: Answer): Promise<Host> {
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new ClientV1({ name: 'some-host', version: '1.0.0' }, { capabilities });
  if (answer) client.setRequestHandler(ElicitRequestSchema, answer);
  await client.connect(new HttpV1(new URL(url)));
  return {
    call: async (name, input) => {
      const options = { timeout: LIMIT_MS };
      const result = await client.callTool({ name, arguments: input }, undefined, options);
      return textOf(result as HostResult);
    },
    close: async () => client.close(),
  };
}

async function connectV2(url: string, answer?: Answer): Promise<Host> {
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const info = { name: 'some-host', version: '1.0.0' };
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode: 'auto' } });
  if (answer) client.setRequestHandler('elicitation/create', answer);
  await client.connect(new HttpV2(new URL(url)));
  return {
    call: async (name, input) =>
      textOf(
        (await client.callTool({ name, arguments: input }, { timeout: LIMIT_MS })) as HostResult,
      ),
    close: async () => client.close(),
  };
}

const REVISIONS = [
  ['2025-11-25', connectV1],
  ['2026-07-28', connectV2],
] as const;

let connection: Connection;
const hosts: Host[] = [];

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
});

afterAll(async () => {
  for (const host of hosts) await host.close();
  await connection.close();
});

async function open(connect: typeof connectV1, answer?: Answer): Promise<Host> {
  const host = await connect(given().url, answer);
  hosts.push(host);
  return host;
}

/** Calls, and stops waiting after a time without telling the server. */
async function giveUp(host: Host, limitMs: number, call: HostCall): Promise<string> {
  const result = host.call(call.name, call.arguments);
  // The connection closes before the call is answered.
  result.catch(() => undefined);
  return Promise.race([result, pause(limitMs, 'given up')]);
}

/** Counts the executions of a label, in a state or in any. */
async function countOf(label: string, status?: 'Completed'): Promise<number> {
  const { workflow } = new Client({ connection });
  const inStatus = status === undefined ? '' : ` AND ExecutionStatus = '${status}'`;
  // Visibility trails.
  await pause(1_500);
  return (await workflow.count(`Customer = '${label}'${inStatus}`)).count;
}

// They wait most of the time, so they wait side by side.
describe('a call that its host gives up in silence', () => {
  it.concurrent.each(REVISIONS)(
    'under %s is one execution, whose result a call made after the end gets',
    async (_revision, connect) => {
      const host = await open(connect);
      const label = randomUUID();
      const call = { name: 'compute_by_host', arguments: { seconds: 10.5, label } };
      expect(await giveUp(host, 8_000, call)).toBe('given up');
      await eventually('the end', async () => (await countOf(label, 'Completed')) === 1);

      for (let count = 0; count < 3; count += 1) {
        const reply = await giveUp(host, 8_000, call);
        expect(reply).toContain(label);
        expect(reply).toContain('Nothing was done twice');
      }
      expect(await countOf(label)).toBe(1);
    },
  );

  it.concurrent.each(REVISIONS)(
    'under %s gets a handle when it is made again in time, in any session',
    async (_revision, connect) => {
      const [host, other] = [await open(connect), await open(connect)];
      const call = { name: 'compute_by_host', arguments: { seconds: 30, label: randomUUID() } };
      expect(await giveUp(host, 5_000, call)).toBe('given up');

      const again = [host, other].map(async ({ call: send }) =>
        within(HANDLE_WITHIN_MS, send(call.name, call.arguments)),
      );
      for (const reply of await Promise.all(again)) expect(reply).toContain('already running');
    },
  );

  it.concurrent.each(REVISIONS)(
    'under %s is new after the end where the tool only reads',
    async (_revision, connect) => {
      const host = await open(connect);
      const label = randomUUID();
      const call = { name: 'look_up', arguments: { seconds: 10.5, label } };

      expect(await host.call(call.name, call.arguments)).toContain(label);
      expect(await giveUp(host, 1_000, call)).toBe('given up');
      expect(await eventually('the new execution', async () => (await countOf(label)) === 2)).toBe(
        true,
      );
    },
  );
});

const PAIRS = REVISIONS.flatMap(([asked, connectAsked]) =>
  REVISIONS.map(([other, connectOther]) => ({ asked, other, connectAsked, connectOther })),
);

describe('a question of a call', () => {
  it.each(PAIRS)(
    'under $asked is left to its person by the same call from a host under $other that shows none',
    async ({ connectAsked, connectOther }) => {
      const events = new EventEmitter();
      const [isAsked, hasJoined] = [once(events, 'asked'), once(events, 'joined')];
      const asked = await open(connectAsked, async () => {
        events.emit('asked');
        await hasJoined;
        return { action: 'accept', content: { confirm: true } };
      });
      const other = await open(connectOther);
      const filename = `${randomUUID()}.txt`;
      const result = asked.call('confirm_delete', { filename });
      await isAsked;

      const reply = await within(HANDLE_WITHIN_MS, other.call('confirm_delete', { filename }));
      events.emit('joined');

      expect(reply).toContain('already running');
      expect(reply).toContain(`Delete ${filename}?`);
      expect(await within(HANDLE_WITHIN_MS, result)).toBe(`Deleted ${filename}.`);
    },
  );
});
