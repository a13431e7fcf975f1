/** Valid messages of clients of both generations, from which inputs are made. */
import { envelope, TASKS_EXTENSION } from '../raw-mcp-2026.js';
import { initializeParams } from '../raw-mcp.js';

/** Texts that only the server can make. */
export interface SealedTexts {
  /** The ID of a question of `task-3`. */
  readonly questionId: string;
  /** The state of a call of the tool `confirmed`. */
  readonly requestState: string;
}

type Message = Readonly<Record<string, unknown>>;

const ORDER = { sku: 'a-1', quantity: 2, tags: ['x', 'y'], due: '2026-02-28T09:00:00Z' };

function request(method: string, params?: object): Message {
  return { jsonrpc: '2.0', id: 7, method, ...(params && { params }) };
}

/** Messages of 2025-11-25, for a client with the tasks of `FuzzedTasks`. */
export function validMessages2025({ questionId }: SealedTexts): readonly Message[] {
  const capabilities = { elicitation: { form: {} }, tasks: { requests: {} } };
  return [
    request('initialize', initializeParams('2025-11-25', capabilities)),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request('ping'),
    request('tools/list', {}),
    request('tools/call', { name: 'order', arguments: ORDER }),
    request('tools/call', { name: 'order', arguments: ORDER, task: { ttl: 60_000 } }),
    request('tools/call', {
      name: 'anything',
      arguments: { deep: { list: [1, { text: 'x' }] } },
      _meta: { progressToken: 'p', 'temporal-mcp-tasks/idempotency-key': 'k' },
    }),
    request('tools/call', { name: 'confirmed', arguments: { note: 'n' } }),
    request('tools/call', { name: 'asked', arguments: {}, task: {} }),
    request('tools/call', { name: 'task_status', arguments: { taskId: 'task-2' } }),
    request('tools/call', { name: 'task_list', arguments: { cursor: '0' } }),
    request('tasks/get', { taskId: 'task-2' }),
    request('tasks/get', { taskId: 'task-3' }),
    request('tasks/result', { taskId: 'task-1' }),
    request('tasks/list', { cursor: '1' }),
    request('tasks/cancel', { taskId: 'task-2' }),
    {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7, reason: 'no more' },
    },
    {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, total: 2 },
    },
    { jsonrpc: '2.0', id: questionId, result: { action: 'accept', content: { count: 3 } } },
    { jsonrpc: '2.0', id: questionId, error: { code: -32601, message: 'cannot' } },
    request('logging/setLevel', { level: 'info' }),
    request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 'v' },
    }),
  ];
}

/** Messages of 2026-07-28, for a client with the tasks of `FuzzedTasks`. */
export function validMessages2026({ requestState }: SealedTexts): readonly Message[] {
  const stateless = (method: string, params: object = {}): Message =>
    request(method, { ...params, _meta: envelope() });
  const answers = { confirm: { action: 'accept', content: { confirm: true } } };
  return [
    stateless('server/discover'),
    stateless('tools/list'),
    stateless('tools/call', { name: 'order', arguments: ORDER }),
    request('tools/call', {
      name: 'order',
      arguments: ORDER,
      _meta: envelope({ elicitation: { form: {} } }),
    }),
    stateless('tools/call', {
      name: 'anything',
      arguments: { deep: { list: [1, { text: 'x' }] } },
    }),
    stateless('tools/call', { name: 'confirmed', arguments: { note: 'n' } }),
    stateless('tools/call', {
      name: 'confirmed',
      arguments: { note: 'another note' },
      inputResponses: answers,
      requestState,
    }),
    stateless('tools/call', { name: 'confirmed', arguments: {}, inputResponses: answers }),
    stateless('tasks/get', { taskId: 'task-1' }),
    stateless('tasks/get', { taskId: 'task-3' }),
    stateless('tasks/update', {
      taskId: 'task-3',
      inputResponses: { count: { action: 'accept', content: { count: 3 } } },
    }),
    stateless('tasks/cancel', { taskId: 'task-2' }),
    stateless('subscriptions/listen', {
      notifications: { toolsListChanged: true, taskIds: ['task-2', 'task-3'] },
    }),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
    stateless('ping'),
    stateless('resources/list', { cursor: TASKS_EXTENSION }),
  ];
}
