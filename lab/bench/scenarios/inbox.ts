import { setTimeout as pause } from 'node:timers/promises';

import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { BENCH_MANIFEST } from '../bench-environment.js';
import { type CountingServer, startCountingServer } from '../counting-server.js';
import { times } from '../in-parallel.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { type BenchContext, type Scenario, time } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge, type Row } from '../table.js';

const ASKING = 500;
const PAGES = 20;
const ANSWERS = 5;
/** A process makes four visibility calls a second. The pause keeps this limit out of the measurement. */
const REST_MS = 1_500;
const LOOK_EVERY_MS = 200;
const MINUTE_MS = 60_000;
const MAX_CALLS = { page: 6, answer: 3 };

/** Starts an execution whose memo shows a question, or none. */
async function startOpen(
  { environment }: BenchContext,
  { ownerTag }: CountingServer,
  index?: number,
): Promise<string> {
  const params = {
    message: `Refund order ${index ?? 0}?`,
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  };
  const askedAt = new Date(Date.now() - (ASKING - (index ?? 0)) * MINUTE_MS).toISOString();
  const inputRequests = { i1: { method: 'elicitation/create' as const, params, askedAt } };
  const { workflowId } = await startRaw(environment, {
    ...neverPolled(environment),
    ownerTag,
    ...(index !== undefined && { state: { v: 1, updatedAt: askedAt, inputRequests } }),
  });
  return workflowId;
}

async function untilVisible(
  { environment }: BenchContext,
  query: string,
  count: number,
): Promise<void> {
  const { workflow } = environment.temporal;
  while ((await workflow.count(query)).count < count) await pause(LOOK_EVERY_MS);
}

/** Opens the inbox, and checks that its first question waits longest. */
async function measurePages(server: CountingServer, inbox: string): Promise<Row> {
  const ms: number[] = [];
  const calls: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    await pause(REST_MS);
    server.requests.length = 0;
    let body = '';
    ms.push(
      await time(async () => {
        body = await (await fetch(inbox)).text();
      }),
    );
    calls.push(server.requests.length);
    const [, first] = />(Refund order \d+\?)</.exec(body) ?? [];
    if (first !== 'Refund order 0?')
      throw new Error(`The inbox begins with ${first ?? 'nothing'}.`);
  }
  const most = Math.max(...calls);
  return {
    name: 'a page',
    cells: [percentile(ms, 50), percentile(ms, 95), most],
    judgements: [judge(most, { of: 'calls', kind: 'at most', bound: MAX_CALLS.page })],
  };
}

/** Returns what the inbox says of the tasks that it looked at. */
async function readReach(inbox: string): Promise<string> {
  await pause(REST_MS);
  const body = await (await fetch(inbox)).text();
  const [said] = />(Of [^<]+ looked at\.)</.exec(body)?.slice(1) ?? [];
  return said === undefined ? 'It had all open questions.' : `It said: "${said}"`;
}

/** Answers questions as a browser does. Their Workflow takes the answer. */
async function measureAnswers(
  { environment }: BenchContext,
  server: CountingServer,
  inbox: string,
): Promise<Row> {
  const ms: number[] = [];
  const calls: number[] = [];
  for (let index = 0; index < ANSWERS; index += 1) {
    const { workflowId: taskId } = await startRaw(environment, {
      toolName: 'confirm_delete',
      workflowType: 'confirmDelete',
      args: { filename: 'a.txt' },
      ownerTag: server.ownerTag,
    });
    const url = `${inbox}/questions/${toQuestionLinkId({ taskId, key: 'i1' })}`;
    let page = await fetch(url);
    while (page.status !== 200) {
      await pause(LOOK_EVERY_MS);
      page = await fetch(url);
    }
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? [];
    const cookie = page.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams({ token, action: 'approve' });
    server.requests.length = 0;
    ms.push(
      await time(async () => fetch(url, { method: 'POST', redirect: 'manual', headers, body })),
    );
    calls.push(server.requests.length);
  }
  const most = Math.max(...calls);
  return {
    name: 'an answer',
    cells: [percentile(ms, 50), percentile(ms, 95), most],
    judgements: [judge(most, { of: 'calls', kind: 'at most', bound: MAX_CALLS.answer })],
  };
}

/** Measures the inbox of one person with many open questions, alone and beside older tasks that ask nothing. */
export const inbox: Scenario = {
  name: 'inbox',
  run: async (context) => {
    const server = await startCountingServer(context, BENCH_MANIFEST, {
      inbox: { enabled: true },
    });
    const url = server.url.replace(/\/mcp$/, '/inbox');
    const own = `WorkflowId STARTS_WITH 'mcp-${server.ownerTag}' AND CloseTime IS NULL`;
    const silent = context.options.listed;
    await times(silent, async () => startOpen(context, server));
    await times(ASKING, async (index) => startOpen(context, server, index));
    await untilVisible(context, own, silent + ASKING);
    const page = await measurePages(server, url);
    const reach = await readReach(url);
    const answer = await measureAnswers(context, server, url);
    return [
      {
        title: `The inbox with ${ASKING} open questions beside ${silent} older tasks that ask nothing`,
        columns: ['p50, ms', 'p95, ms', 'calls to Temporal'],
        rows: [page, answer],
        notes: [
          `The questions were asked by the newest tasks. Each page began with the oldest question. ${reach}`,
        ],
      },
    ];
  },
};
