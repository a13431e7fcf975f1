/** Attacks with handles of another principal, by method. */
import { toResourceUri } from '../../../src/core/tool/task-resource.js';

import type { AttackedRevision } from './attacked-server.js';
import type { TaskKindName } from './foreign-tasks.js';

/** Kinds of handles that belong to a principal. */
export type Handle = 'task' | 'cursor' | 'request state' | 'call under way';

/** Handles that each method takes. A test fails for a method without a row, and for a handle without an attack. */
export const HANDLES_OF_METHODS: Readonly<
  Record<AttackedRevision, Readonly<Record<string, readonly Handle[]>>>
> = {
  '2025-11-25': {
    initialize: [],
    ping: [],
    'tools/list': [],
    'tools/call': ['task', 'cursor', 'call under way'],
    'tasks/get': ['task'],
    'tasks/result': ['task'],
    'tasks/cancel': ['task'],
    'tasks/list': ['cursor'],
    'resources/list': [],
    'resources/templates/list': [],
    'resources/read': ['task'],
  },
  '2026-07-28': {
    'server/discover': [],
    'tools/list': [],
    // A client with tasks starts a new one with each call, so it cannot join a call under way.
    'tools/call': ['task', 'cursor', 'request state'],
    'tasks/get': ['task'],
    'tasks/update': ['task'],
    'tasks/cancel': ['task'],
    'resources/list': [],
    'resources/templates/list': [],
    'resources/read': ['task'],
    'subscriptions/listen': ['task'],
  },
};

/** A request with a handle of another principal. */
export interface Attack {
  readonly title: string;
  readonly method: string;
  readonly handle: Handle;
  readonly params: (handle: string) => object;
  /** Calls to Temporal that the attack costs with any handle, by name. Default: none. */
  readonly cost?: Readonly<Record<string, number>>;
  /** A kind of task for which the owner gets a different answer. */
  readonly worksOn?: TaskKindName;
}

const ANSWER = { action: 'accept', content: { confirm: true } };

function onTask(
  method: string,
  worksOn: TaskKindName,
  params: Attack['params'] = (taskId) => ({ taskId }),
): Attack {
  return { title: method, method, handle: 'task', params, worksOn };
}

/** A call of a tool that takes the ID of a task. */
function byTool(name: string, worksOn: TaskKindName, args: object = {}): Attack {
  return {
    ...onTask('tools/call', worksOn, (taskId) => ({
      name,
      arguments: { task_id: taskId, ...args },
    })),
    title: name,
  };
}

/** Attacks by the tools that act on a task. A test fails for a tool without a row. */
const TOOL_ATTACKS: readonly Attack[] = [
  byTool('task_status', 'completed'),
  byTool('task_result', 'completed'),
  byTool('task_cancel', 'completed', { reason: 'mine' }),
  byTool('task_answer', 'asking', { question: 'confirm', content: { confirm: true } }),
  byTool('show_purchase', 'with actions'),
  byTool('approve_purchase', 'with actions'),
  byTool('change_amount', 'with actions', { cents: 5 }),
  byTool('collect_purchase', 'with an update under way'),
  byTool('update_result', 'with an update under way', {
    update_id: `mcp.collect_purchase.${'0'.repeat(36)}`,
  }),
  {
    title: 'task_list',
    method: 'tools/call',
    handle: 'cursor',
    params: (cursor) => ({ name: 'task_list', arguments: { cursor } }),
  },
];

const readResource = onTask('resources/read', 'with a resource', (taskId) => ({
  uri: toResourceUri(taskId),
}));

export const ATTACKS: Readonly<Record<AttackedRevision, readonly Attack[]>> = {
  '2025-11-25': [
    onTask('tasks/get', 'working'),
    onTask('tasks/result', 'completed'),
    onTask('tasks/cancel', 'completed'),
    {
      title: 'tasks/list',
      method: 'tasks/list',
      handle: 'cursor',
      params: (cursor) => ({ cursor }),
    },
    readResource,
    ...TOOL_ATTACKS,
    {
      title: 'the same call',
      method: 'tools/call',
      handle: 'call under way',
      params: (note) => ({ name: 'wait', arguments: { note } }),
    },
  ],
  '2026-07-28': [
    onTask('tasks/get', 'working'),
    onTask('tasks/cancel', 'completed'),
    onTask('tasks/update', 'asking', (taskId) => ({ taskId, inputResponses: { i1: ANSWER } })),
    onTask('subscriptions/listen', 'working', (taskId) => ({
      notifications: { taskIds: [taskId] },
    })),
    readResource,
    ...TOOL_ATTACKS,
    {
      title: 'a call that was asked about',
      method: 'tools/call',
      handle: 'request state',
      params: (requestState) => ({
        name: 'ask_first',
        arguments: {},
        requestState,
        inputResponses: { confirm: ANSWER },
      }),
    },
  ],
};
