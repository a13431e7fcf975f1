import { describe, expect, it } from '@jest/globals';

import { createBinding, type TasksBinding } from '../../../../../src/mcp/rev2025-11-25/binding.js';
import { StandingStream } from '../../../../../src/mcp/rev2025-11-25/streams/standing-stream.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import type { OutgoingMessage } from '../../../../../src/service/questions/client-stream.js';
import {
  type AskingTasks,
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
    ...createBinding({ tasks, tools: toolbox, sealer }),
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
    { binding, caller: { owner }, client: { session, withTasks } },
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

async function untilSent(
  { sent }: Pick<Served, 'sent'>,
  count: number,
): Promise<readonly OutgoingMessage[]> {
  return eventually(`${count} messages`, () => (sent.length >= count ? sent : undefined));
}

describe('a standing stream', () => {
  it('refuses what no client may be asked', async () => {
    const tasks = await openAnyTask(
      { inputRequests: { i1: { ...QUESTION, params: {} } } },
      { session: 'one' },
    );
    const stream = serve(tasks);
    await eventually('a refusal', () => tasks.answered[0]);
    await stream.end();

    expect(stream.sent).toStrictEqual([]);
    expect(tasks.answered).toMatchObject([{ responses: { i1: { error: { code: -32602 } } } }]);
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
