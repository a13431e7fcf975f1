import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { createBinding, type TasksBinding } from '../../../../../src/mcp/rev2025-11-25/index.js';
import { StandingStream } from '../../../../../src/mcp/rev2025-11-25/streams/standing-stream.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import type { OutgoingMessage } from '../../../../../src/service/questions/client-stream.js';
import {
  type AskingTasks,
  openStream,
  openTask as openAnyTask,
  OWNER,
  PLAIN,
  QUESTION,
  TASK_ID,
} from '../../../../support/asking.js';
import { eventually } from '../../../../support/eventually.js';
import { testSealer as sealer } from '../../../../support/test-sealer.js';

interface Served {
  readonly sent: OutgoingMessage[];
  readonly stream: StandingStream;
  /** Ends the stream, and resolves when nothing watches for it any more. */
  readonly end: () => Promise<void>;
}

interface ServeOptions {
  readonly owner?: string;
  readonly session?: string;
  readonly capabilities?: typeof PLAIN;
  readonly withTasks?: boolean;
  readonly binding?: TasksBinding;
}

function bind(tasks: AskingTasks): TasksBinding {
  const toolbox = createToolbox(tasks, new Map());
  return {
    ...createBinding({ tasks, tools: () => toolbox, sealer }),
    desk: tasks.desk,
  };
}

function open(
  tasks: AskingTasks,
  {
    owner = OWNER,
    session = 'one',
    capabilities = PLAIN,
    withTasks = true,
    binding = bind(tasks),
  }: ServeOptions = {},
): { readonly sent: OutgoingMessage[]; readonly stream: StandingStream } {
  const sent: OutgoingMessage[] = [];
  const stream = new StandingStream(
    {
      ...capabilities,
      session,
      toldStatuses: new Map(),
      send: async (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
    { binding, caller: { owner, session, withTasks } },
  );
  return { sent, stream };
}

/** A stream that watches all that its session knows. */
function serve(tasks: AskingTasks, options: ServeOptions = {}): Served {
  const { sent, stream } = open(tasks, options);
  const gone = new AbortController();
  const served = stream.watch(gone.signal);
  const end = async (): Promise<void> => {
    gone.abort();
    await served;
    stream.close();
  };
  return { sent, stream, end };
}

/** A task that session `one` has created. */
const openTask = async (): Promise<AskingTasks> => openAnyTask({}, { session: 'one' });

async function untilSent(
  { sent }: Pick<Served, 'sent'>,
  count: number,
): Promise<readonly OutgoingMessage[]> {
  return eventually(`${count} messages`, async () =>
    Promise.resolve(sent.length >= count ? sent : undefined),
  );
}

describe('a standing stream', () => {
  it('carries the questions of the tasks that its session has created, and then their status', async () => {
    const tasks = await openTask();
    const stream = serve(tasks);
    await untilSent(stream, 1);
    tasks.settle(TASK_ID, { kind: 'cancelled' });
    await untilSent(stream, 3);
    await stream.end();

    expect(stream.sent).toMatchObject([
      { id: expect.any(String), method: 'elicitation/create' },
      { method: 'notifications/tasks/status', params: { taskId: TASK_ID, status: 'cancelled' } },
      { method: 'notifications/cancelled', params: { requestId: stream.sent[0]?.id } },
    ]);
  });

  it.each([
    ['of another owner', { owner: 'eve' }],
    ['of another session', { session: 'two' }],
    ['in a revision that has none', { withTasks: false }],
  ])('carries nothing of the tasks %s', async (_what, options) => {
    const tasks = await openTask();
    const theirs = serve(tasks, options);
    const mine = serve(tasks);
    await untilSent(mine, 1);
    await Promise.all([mine.end(), theirs.end()]);

    expect(theirs.sent).toStrictEqual([]);
  });

  it('carries nothing of a task that a plain call has created', async () => {
    const tasks = await openAnyTask();
    const stream = serve(tasks);
    const tool = tasks.created[0]?.tool;
    if (!tool) throw new Error('There is no tool.');
    const own = {
      tool,
      owner: OWNER,
      protocolVersion: 'any',
      workflowArguments: [],
      origin: { session: 'one' },
    };
    const { taskId } = await tasks.create(own);
    tasks.update(taskId, { phase: 'inputRequired', inputRequests: { i1: QUESTION } });
    await untilSent(stream, 1);
    await stream.end();

    const related = { 'io.modelcontextprotocol/related-task': { taskId } };
    expect(stream.sent).toMatchObject([{ params: { _meta: related } }]);
  });

  it('carries what its session has read, whoever has created it', async () => {
    const tasks = await openTask();
    const binding = bind(tasks);
    const stream = serve(tasks, { session: 'two', binding });
    await setImmediate();
    const before = stream.sent.length;
    binding.readTasks.add('two', TASK_ID);
    tasks.update(TASK_ID, { statusMessage: 'Still asking' });
    await untilSent(stream, 1);
    await stream.end();

    expect(before).toBe(0);
    expect(stream.sent).toMatchObject([{ method: 'elicitation/create' }]);
  });

  it('does not refuse what its client cannot be asked', async () => {
    const tasks = await openTask();
    const mute = serve(tasks, {
      capabilities: { ...PLAIN, askable: { ...PLAIN.askable, form: false } },
    });
    const able = serve(tasks);
    await untilSent(able, 1);
    await Promise.all([mute.end(), able.end()]);

    expect(mute.sent).toStrictEqual([]);
    expect(tasks.answered).toStrictEqual([]);
  });

  it('refuses what no client may be asked', async () => {
    const tasks = await openAnyTask(
      { inputRequests: { i1: { ...QUESTION, params: {} } } },
      { session: 'one' },
    );
    const stream = serve(tasks);
    await eventually('a refusal', async () => Promise.resolve(tasks.answered[0]));
    await stream.end();

    expect(stream.sent).toStrictEqual([]);
    expect(tasks.answered).toMatchObject([{ responses: { i1: { error: { code: -32602 } } } }]);
  });

  it('leaves its questions to other streams when it ends', async () => {
    const tasks = await openTask();
    const stream = serve(tasks);
    await untilSent(stream, 1);
    await stream.end();
    const next = openStream(tasks);
    await next.deliver();

    expect(next.sent).toMatchObject([{ method: 'elicitation/create' }]);
  });

  it('follows a single task until it has closed', async () => {
    const tasks = await openAnyTask();
    const { sent, stream } = open(tasks);
    stream.follow(TASK_ID);
    stream.follow(TASK_ID);
    await untilSent({ sent }, 1);
    tasks.settle(TASK_ID, { kind: 'cancelled' });
    await untilSent({ sent }, 3);
    stream.close();

    expect(sent.map(({ method }) => method)).toStrictEqual([
      'elicitation/create',
      'notifications/tasks/status',
      'notifications/cancelled',
    ]);
  });

  it('follows nothing once it has ended', async () => {
    const tasks = await openAnyTask();
    const { sent, stream } = open(tasks);
    stream.follow(TASK_ID);
    stream.close();
    stream.follow(TASK_ID);
    const other = open(tasks, { session: 'two' });
    other.stream.follow(TASK_ID);
    await untilSent(other, 1);
    other.stream.close();

    expect(sent).toStrictEqual([]);
  });
});
