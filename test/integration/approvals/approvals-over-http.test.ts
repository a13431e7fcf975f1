import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Caller } from '../../../src/core/person/caller.js';
import { parseQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { type AskedClient, connectAskedHttp } from '../../support/asked-client.js';
import {
  type Answer,
  post26,
  readAnswer,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';
import { NO_EXTENSION, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { createTask } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const INBOX = 'https://mcp.example/inbox';
const INPUT = 'input: { type: object, properties: { filename: { type: string } } }';
let folder: TestFolder;

const there = withProtectedServer({
  worker: true,
  inbox: { enabled: true, url: INBOX },
  audit: async () => {
    folder = await createTestFolder();
    return { to: join(folder.path, 'audit.log') };
  },
  auth: ({ issuer }) => `issuers: [{ issuer: "${issuer}" }], workflowClaims: [groups]`,
  tools: `
    shared: {
      workflow: confirmDelete, ${INPUT},
      access: { approvers: { allow: { groups: [finance] } } } },
    guarded: {
      workflow: confirmDelete, ${INPUT},
      task: { becomesTaskAfter: 20s },
      access: { approvers: { allow: { groups: [finance] }, owner: false } } }`,
});

afterAll(async () => folder.remove());

const FILE = { filename: 'a.txt' };
const YES = { action: 'accept', content: { confirm: true } };
const FORMS = { elicitation: { form: {} }, extensions: { [TASKS_EXTENSION]: {} } };
const NO_FORMS = { extensions: { [TASKS_EXTENSION]: {} } };

/** A person, as tokens and the task port name them. */
interface Person extends Caller {
  readonly token: string;
  readonly name: string;
}

async function somebody(groups: readonly string[] = []): Promise<Person> {
  const { issuer } = there();
  const name = `ada-${randomUUID()}`;
  const token = await issuer.sign({ claims: { sub: name, groups } });
  const owner = JSON.stringify([issuer.issuer, 'user', name]);
  return { name, token, owner, claims: { groups }, workflowClaims: { groups } };
}

let owner: Person;
let approver: Person;
const clients: AskedClient[] = [];

beforeAll(async () => {
  owner = await somebody();
  approver = await somebody(['finance']);
});

afterAll(async () => {
  for (const client of clients) await client.close();
});

/** A client of 2025-11-25 with a session. */
async function connect25(capabilities: object, { token } = owner): Promise<AskedClient> {
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectAskedHttp([there().url], { capabilities, headers });
  clients.push(client);
  return client;
}

/** A request of 2026-07-28 by the owner. */
async function send26(method: string, params: object, capabilities?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${owner.token}` };
  return readAnswer(await post26(there().url, { method, params, headers, capabilities }));
}

async function call26(
  name: string,
  args: object,
  capabilities?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const params = { name, arguments: args };
  const { message } = await send26('tools/call', params, capabilities);
  return message.result ?? message;
}

function remember(taskId: string): string {
  there().given.terminateLater(taskId);
  return taskId;
}

/** Answers a task's question as an approver, as soon as it is open. */
async function approve(taskId: string, answer: object = YES): Promise<void> {
  const { approvals } = there().server;
  const key = await eventually('the question is there', async () => {
    const asked = await approvals.getAsked(taskId, approver).catch(() => undefined);
    return asked?.questions[0]?.key;
  });
  await approvals.answerAsked(taskId, approver, { [key]: answer });
}

interface Handle {
  readonly taskId: string;
  readonly statusMessage: string;
  readonly approvals: Readonly<Record<string, { readonly message: string; readonly page: string }>>;
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  const [first] = result['content'] as { readonly text: string }[];
  return first?.text ?? '';
}

/** Checks the handle for a host that cannot ask. Its link names the question, and grants no access by itself. */
function expectHandle(
  result: Readonly<Record<string, unknown>>,
  how = 'It waits for an answer of the user',
): Handle {
  const handle = result['structuredContent'] as Handle;
  const { i1 } = handle.approvals;
  remember(handle.taskId);
  expect(i1?.message).toBe('Delete a.txt?');
  const page = i1?.page ?? '';
  const forOthers = 'It waits for an approval by somebody other than the user';
  const isForOthers = (handle as { readonly tool?: string }).tool === 'guarded';
  const said = `${isForOthers ? forOthers : how}: i1: "Delete a.txt?", at ${page} in a browser.`;
  expect(handle.statusMessage).toBe(said);
  // Once, and before the model waits.
  expect(textOf(result).split(page)).toHaveLength(2);
  expect(textOf(result)).toContain(
    `${said} A person has to give it; you can't answer for them. Tell the user, with the link, before you call a tool again.`,
  );
  const [id = ''] = i1?.page.split(`${INBOX}/questions/`).slice(1) ?? [];
  expect(parseQuestionLinkId(id)).toStrictEqual({ taskId: handle.taskId, key: 'i1' });
  return handle;
}

const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;

/** A plain call by a host without forms and tasks. */
async function callPlainly(
  generation: (typeof GENERATIONS)[number],
  name: string,
  args: object,
): Promise<Readonly<Record<string, unknown>>> {
  if (generation === '2026-07-28') return call26(name, args, {});
  const client = await connect25({});
  const reply = await client.request('tools/call', { name, arguments: args });
  return reply.result ?? {};
}

describe.each(GENERATIONS)('a host of %s that cannot ask', (generation) => {
  it.each(['shared', 'guarded'])(
    'is told where %s is approved, and has the result after that',
    async (tool) => {
      const { taskId } = expectHandle(await callPlainly(generation, tool, FILE));
      const waiting = callPlainly(generation, 'task_result', { task_id: taskId });
      await approve(taskId);

      expect(textOf(await waiting)).toBe('Deleted a.txt.');
    },
  );

  it('is told so of every tool where there is an inbox, and its model cannot decide', async () => {
    const handle = expectHandle(await callPlainly(generation, 'confirm_delete', FILE));
    const status = await callPlainly(generation, 'task_status', { task_id: handle.taskId });
    const args = { task_id: handle.taskId, question: 'i1', content: { confirm: true } };
    const refused = await callPlainly(generation, 'task_answer', args);

    expect(textOf(status)).toContain("you can't answer for them");
    expect(refused).toMatchObject({ isError: true });
    await expect(there().server.approvals.getAsked(handle.taskId, approver)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
  });
});

/** The status of a question whose form was closed, in front of its page. */
const CLOSED =
  'The form was closed without an answer, so the question stays open, to be answered at';

describe('a host that can be asked, and dismisses questions by itself', () => {
  it('learns from the status of its task why that goes on, and its person can still answer', async () => {
    const { taskId: created } = await call26('confirm_delete', FILE, FORMS);
    const taskId = remember(String(created));
    const read = async () => (await send26('tasks/get', { taskId }, FORMS)).message.result;
    await eventually('the question', async () => (await read())?.['status'] === 'input_required');
    const update = async (answer: object) =>
      send26('tasks/update', { taskId, inputResponses: { i1: answer } }, FORMS);
    await update({ action: 'cancel' });

    expect(await read()).toMatchObject({
      status: 'working',
      statusMessage: expect.stringContaining(`${CLOSED} ${INBOX}/questions/`),
    });

    await update(YES);

    expect(
      await eventually('its end', async () => {
        const task = await read();
        return task?.['status'] === 'completed' && task['result'];
      }),
    ).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
  });

  it('is told where it is approved, and the question stays open', async () => {
    const call = { name: 'shared', arguments: FILE };
    const first = await send26('tools/call', call, NO_EXTENSION);
    const { requestState, resultType, inputRequests = {} } = first.message.result ?? {};
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests as object).map((key) => [key, { action: 'cancel' }]),
    );
    const again = await send26(
      'tools/call',
      { ...call, requestState, inputResponses },
      NO_EXTENSION,
    );
    const { taskId } = expectHandle(
      again.message.result ?? {},
      'The form was closed without an answer, so it waits for an answer of the user',
    );
    const waiting = call26('task_result', { task_id: taskId }, NO_EXTENSION);
    await approve(taskId);

    expect(resultType).toBe('input_required');
    expect(textOf(await waiting)).toBe('Deleted a.txt.');
  });
});

describe('a task of a client that cannot be asked', () => {
  it('says under 2025-11-25 where it is approved, and its result comes after that', async () => {
    const client = await connect25({});
    const taskId = await createTask(client, 'shared', { arguments: FILE });
    remember(taskId);
    const result = client.request('tasks/result', { taskId });
    const status = await eventually('it waits', async () => {
      const reply = await client.request('tasks/get', { taskId });
      return reply.result?.['statusMessage'];
    });
    await approve(taskId);

    expect(status).toContain(`${INBOX}/questions/`);
    expect(textOf((await result).result ?? {})).toBe('Deleted a.txt.');
  });

  it('says under 2026-07-28 where it is approved, without the question, and ends after that', async () => {
    const { taskId } = (await call26('shared', FILE, NO_FORMS)) as { readonly taskId: string };
    remember(taskId);
    const get = async (): Promise<Readonly<Record<string, unknown>>> => {
      const params = { taskId };
      const { message } = await send26('tasks/get', params, NO_FORMS);
      return message.result ?? message;
    };
    const waiting = await eventually('it waits', async () => {
      const task = await get();
      return task['statusMessage'] === undefined ? undefined : task;
    });
    await approve(taskId);
    const ended = await eventually('it ends', async () => {
      const task = await get();
      return task['status'] === 'completed' ? task : undefined;
    });

    expect(waiting).toMatchObject({ status: 'working' });
    expect(waiting['statusMessage']).toContain(`${INBOX}/questions/`);
    expect(waiting).not.toHaveProperty('inputRequests');
    expect(textOf(ended['result'] as never)).toBe('Deleted a.txt.');
  });
});

describe('a host whose model has no tools for tasks', () => {
  it('tells its model with the new task that somebody else has to approve it', async () => {
    const created = await call26('guarded', FILE, NO_FORMS);
    remember(String(created['taskId']));

    expect(created).toMatchObject({
      resultType: 'task',
      _meta: {
        'com.anthropic/agent-task': {
          modelImmediateResponse: expect.stringContaining(
            'It waits for an approval by somebody other than the user: i1: "Delete a.txt?", at ',
          ),
        },
      },
    });
  });
});

const elicitationsIn = (received: readonly RawMessage[]): readonly RawMessage[] =>
  received.filter(({ method }) => method === 'elicitation/create');

describe('a client that has the question open', () => {
  it.each([
    ['its form', { elicitation: {} }, { mode: 'form' }],
    ['its page', { elicitation: { url: {} } }, { mode: 'url' }],
  ])('as %s has it withdrawn when somebody else answers', async (_what, capabilities, params) => {
    const client = await connect25(capabilities);
    const call = client.open('tools/call', { name: 'shared', arguments: FILE });
    const [question] = await eventually('it is asked', () => {
      const asked = elicitationsIn(call.received);
      return Promise.resolve(asked.length > 0 ? asked : undefined);
    });
    const listed = await client.request('tools/call', { name: 'task_list', arguments: {} });
    const page = listed.result?.['structuredContent'] as {
      readonly tasks: readonly { readonly taskId: string; readonly status: string }[];
    };
    const [task] = page.tasks.filter(({ status }) => status === 'input_required');
    await approve(remember(task?.taskId ?? ''));
    const reply = await call.reply;

    expect(question?.params).toMatchObject({ ...params, message: 'Delete a.txt?' });
    expect(textOf(reply.result ?? {})).toBe('Deleted a.txt.');
    expect(call.received).toContainEqual(
      expect.objectContaining({
        method: 'notifications/cancelled',
        params: expect.objectContaining({ requestId: question?.id }),
      }),
    );
  });

  it('decides nothing by its visit to the page, and is told when the question is over', async () => {
    const client = await connect25({ elicitation: { url: {} } });
    const taskId = await createTask(client, 'shared', { arguments: FILE });
    remember(taskId);
    const result = client.open('tasks/result', { taskId });
    const [visit] = await eventually('it is sent there', () => {
      const asked = elicitationsIn(result.received);
      return Promise.resolve(asked.length > 0 ? asked : undefined);
    });
    expect(await client.send({ id: visit?.id, result: { action: 'decline' } })).toBe(202);
    await approve(taskId);

    expect(textOf((await result.reply).result ?? {})).toBe('Deleted a.txt.');
    const told = result.received.filter(({ method }) => method !== 'notifications/tasks/status');
    const { elicitationId } = visit?.params ?? {};
    expect(elicitationId).toEqual(expect.any(String));
    expect(told).toMatchObject([
      visit ?? {},
      { method: 'notifications/elicitation/complete', params: { elicitationId } },
      { result: {} },
    ]);
  });

  it('answers first, and nothing is open for others any more', async () => {
    const client = await connect25({ elicitation: {} });
    const taskId = await createTask(client, 'shared', { arguments: FILE });
    remember(taskId);
    const result = client.open('tasks/result', { taskId });
    const [question] = await eventually('it is asked', () => {
      const asked = elicitationsIn(result.received);
      return Promise.resolve(asked.length > 0 ? asked : undefined);
    });
    await client.send({ id: question?.id, result: YES });

    expect(textOf((await result.reply).result ?? {})).toBe('Deleted a.txt.');
    await expect(
      there().server.approvals.answerAsked(taskId, approver, { i1: YES }),
    ).rejects.toMatchObject({ code: 'taskNotFound' });
  });
});

describe('four eyes', () => {
  it('hold on the stream of a call of 2025-11-25: its client is never asked', async () => {
    const client = await connect25({ elicitation: { form: {}, url: {} } });
    const call = client.open('tools/call', { name: 'guarded', arguments: FILE });
    const { taskId } = expectHandle((await call.reply).result ?? {});
    const waiting = client.open('tools/call', {
      name: 'task_result',
      arguments: { task_id: taskId },
    });
    await approve(taskId);

    expect(textOf((await waiting.reply).result ?? {})).toBe('Deleted a.txt.');
    expect(elicitationsIn(client.received)).toStrictEqual([]);
  });

  it('hold for tasks/update and task_answer of 2026-07-28, and for the reply to a call', async () => {
    const args = { ...FILE };
    expectHandle(await call26('guarded', args, NO_EXTENSION));
    const { taskId } = (await call26('guarded', args)) as { readonly taskId: string };
    remember(taskId);
    await eventually('it waits', async () => {
      const { message } = await send26('tasks/get', { taskId });
      return message.result?.['statusMessage'];
    });
    const inputResponses = { i1: YES };
    await send26('tasks/update', { taskId, inputResponses });
    const asking = { task_id: taskId, question: 'i1', content: { confirm: true } };
    const refused = await call26('task_answer', asking, NO_EXTENSION);
    const { message } = await send26('tasks/get', { taskId });

    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused)).toBe('Not answered: "Delete a.txt?" is for somebody else to decide.');
    expect(message.result).toMatchObject({ status: 'working' });
    expect(message.result).not.toHaveProperty('inputRequests');
    await approve(taskId, { action: 'decline' });
    await eventually('it ends', async () => {
      const ended = await send26('tasks/get', { taskId });
      const text = JSON.stringify(ended.message.result?.['result'] ?? '');
      return text.includes('Did not delete a.txt: decline.') ? text : undefined;
    });
  });
});

describe('the audit log', () => {
  it('says who has answered which question of whose task, and what was looked up in vain', async () => {
    const { taskId } = (await call26('guarded', FILE, NO_FORMS)) as { readonly taskId: string };
    remember(taskId);
    await approve(taskId);
    const eve = await somebody();
    const { approvals } = there().server;
    await expect(approvals.getAsked(taskId, eve)).rejects.toMatchObject({ code: 'taskNotFound' });
    const text = await readFile(join(folder.path, 'audit.log'), 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .filter((line) => line['taskId'] === taskId);

    const answered = { event: 'task.answered', principal: approver.owner, questions: ['i1'] };
    expect(lines).toContainEqual(expect.objectContaining({ ...answered, outcome: 'begun' }));
    expect(lines).toContainEqual(expect.objectContaining({ ...answered, outcome: 'done' }));
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'approval.read', principal: approver.owner }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'task.lookup_failed', principal: eve.owner }),
    );
    expect(text).not.toContain('confirm":true');
  });
});
