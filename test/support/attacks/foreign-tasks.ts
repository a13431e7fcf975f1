/** Tasks of every kind, made by one principal for the attacks of another. */
import { randomUUID } from 'node:crypto';

import type { Client } from '@temporalio/client';

import { eventually } from '../eventually.js';

import type { Channel } from './attacked-server.js';

/** The means to make tasks. */
export interface TaskMaking {
  /** The owner's channel, under 2025-11-25. */
  readonly channel: Channel;
  readonly temporal: Client;
  /** The queue of a Worker with the fixtures. */
  readonly taskQueue: string;
}

/** `random`: an ID that the server makes, with its owner's tag. `own`: an ID of a tool's own, without a tag. */
export type IdShape = 'random' | 'own';

/** A kind of task. */
export interface TaskKind {
  readonly shape: IdShape;
  /** Makes a task, and resolves with its ID once the task has reached the state of its kind. */
  readonly make: (making: TaskMaking) => Promise<string>;
}

type Args = Readonly<Record<string, unknown>>;

/** Calls a tool as a task, and returns the task's ID. */
async function create({ channel }: TaskMaking, name: string, args: Args = {}): Promise<string> {
  const { message } = await channel.send('tools/call', { name, arguments: args, task: {} });
  const task = message?.result?.['task'] as { readonly taskId: string } | undefined;
  if (!task) throw new Error(`${name} has become no task: ${JSON.stringify(message)}`);
  return task.taskId;
}

/** Waits for a status; `undefined`: waits until the task has expired. */
async function until(
  { channel }: TaskMaking,
  taskId: string,
  status: string | undefined,
): Promise<string> {
  return eventually(`${taskId} is ${status ?? 'gone'}`, async () => {
    const { message } = await channel.send('tasks/get', { taskId });
    return message?.result?.['status'] === status ? taskId : undefined;
  });
}

function kindOf(name: string, status: string | undefined, args: () => Args = () => ({})): TaskKind {
  return {
    shape: name.startsWith('own_') ? 'own' : 'random',
    make: async (making) => until(making, await create(making, name, args()), status),
  };
}

/** Events of a run that waits: its start, and its first Workflow Task. */
const WAITING_EVENTS = 4;

/** A task whose later run lacks what the start has written. */
function continuedKind(drops: 'memo' | 'both'): TaskKind {
  return {
    shape: 'own',
    make: async (making) => {
      const taskId = await create(making, 'own_drop', { id: randomUUID(), drops });
      return eventually('the next run waits', async () => {
        const { raw, historyLength } = await making.temporal.workflow.getHandle(taskId).describe();
        const { execution, firstRunId } = raw.workflowExecutionInfo ?? {};
        const isNext = execution?.runId !== firstRunId && historyLength >= WAITING_EVENTS;
        return isNext ? taskId : undefined;
      });
    },
  };
}

const file = (): Args => ({ filename: randomUUID() });
const order = (): Args => ({ order_id: randomUUID() });

export const TASK_KINDS = {
  working: kindOf('wait', 'working'),
  asking: kindOf('ask', 'input_required', file),
  completed: kindOf('end', 'completed'),
  failed: kindOf('fail', 'failed'),
  cancelled: {
    shape: 'random',
    make: async (making) => {
      const taskId = await create(making, 'wait');
      await making.channel.send('tasks/cancel', { taskId });
      return until(making, taskId, 'cancelled');
    },
  },
  expired: kindOf('expire', undefined),
  'with a resource': kindOf('report', 'completed', () => ({ id: 'r' })),
  'with actions': kindOf('buy', 'working', () => ({ item: 'a lamp', cents: 4_000 })),
  'with an update under way': {
    shape: 'random',
    make: async (making) => {
      const taskId = await create(making, 'buy', { item: 'a book', cents: 1_000 });
      const acting = (name: string): object => ({ name, arguments: { task_id: taskId } });
      await making.channel.send('tools/call', acting('approve_purchase'));
      return taskId;
    },
  },
  'working, with an ID of its tool': kindOf('own_wait', 'working', order),
  'asking, with an ID of its tool': kindOf('own_ask', 'input_required', file),
  'ended, with an ID of its tool': {
    shape: 'own',
    make: async (making) => {
      const taskId = await create(making, 'own_wait', order());
      await making.temporal.workflow.getHandle(taskId).signal('finish', {});
      return until(making, taskId, 'completed');
    },
  },
  'with a resource, and an ID of its tool': kindOf('own_report', 'completed', () => ({
    id: randomUUID(),
  })),
  'with actions, and an ID of its tool': kindOf('own_buy', 'working', () => ({
    item: randomUUID(),
    cents: 4_000,
  })),
  'continued without its memo, with an ID of its tool': continuedKind('memo'),
  'continued without memo and attributes, with an ID of its tool': continuedKind('both'),
  'no task at all': {
    shape: 'own',
    make: async ({ temporal, taskQueue }) => {
      const workflowId = `order-${randomUUID()}`;
      await temporal.workflow.start('waitForFinish', { workflowId, taskQueue });
      return workflowId;
    },
  },
} as const satisfies Readonly<Record<string, TaskKind>>;

export type TaskKindName = keyof typeof TASK_KINDS;

/** The form of an invented ID: like another owner's, like the attacker's own (`mine`), or malformed (`odd`). */
export type InventedShape = IdShape | 'mine' | 'odd';

/** Invents IDs of tasks that do not exist, from two real IDs. */
export function inventTaskIds(
  mine: string,
  foreign: string,
): Readonly<Record<InventedShape, readonly string[]>> {
  const invent = (taskId: string): string => taskId.replace(/[^-]{8}$/, 'aaaaaaaa');
  const [prefix = '', , random = ''] = foreign.split('-');
  return {
    random: [invent(foreign), `${prefix}-${'a'.repeat(20)}-${random}`],
    own: [`order-${randomUUID()}`],
    mine: [invent(mine)],
    odd: ['nonsense nonsense', "' OR 1=1 --", 'x'.repeat(1_000)],
  };
}
