/** Tests of the wire check, which other suites use: messages that it must refuse or accept. */
import { beforeAll, describe, expect, it } from '@jest/globals';

import { createWireCheck, type WireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { envelope, REVISION } from '../../support/raw-mcp-2026.js';

let check: WireCheck;

beforeAll(async () => {
  check = await createWireCheck();
});

const task = {
  taskId: 'a',
  status: 'working',
  createdAt: '2026-07-28T00:00:00Z',
  lastUpdatedAt: '2026-07-28T00:00:00Z',
};
const oldTask = { ...task, ttl: null };
const newTask = { ...task, ttlMs: null };
const toolResult = { content: [{ type: 'text', text: 'done' }] };
const request = (method: string, params: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});
const response = (result: object): object => ({ jsonrpc: '2.0', id: 1, result });
const call = request('tools/call', { name: 'a', _meta: envelope() });
const get = request('tasks/get', { taskId: 'a', _meta: envelope() });
const complete = { resultType: 'complete' };
const question = { method: 'elicitation/create', params: { message: 'Well?' } };

describe('a check of 2025-11-25', () => {
  it.each<[string, object, object?]>([
    ['a call', request('tools/call', { name: 'a', task: {} })],
    ['a task', response({ task: oldTask }), call],
    ['a read task', response(oldTask), get],
    ['a result', response(toolResult), call],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No' } }],
  ])('lets %s pass', (...[, message, answered]) => {
    expect(check({ message, revision: '2025-11-25', request: answered })).toStrictEqual([]);
  });

  it.each<[string, unknown, object?]>([
    ['what is no object', 'text'],
    ['a call without a tool', request('tools/call', {})],
    ['a task that is flat', response({ task: { ...newTask } }), call],
    ['a task of no status', response({ ...oldTask, status: 'paused' }), get],
    ['a result without content', response({}), call],
    ['a result of tasks/result without content', response({}), request('tasks/result', {})],
    ['an error without a code', { jsonrpc: '2.0', id: 1, error: { message: 'No' } }],
    ['a notification without a task', { jsonrpc: '2.0', method: 'notifications/tasks/status' }],
  ])('finds %s', (...[, message, answered]) => {
    expect(check({ message, revision: '2025-11-25', request: answered })).not.toStrictEqual([]);
  });
});

describe('a check of 2026-07-28', () => {
  const answers: [string, object, object?][] = [
    ['a call', call],
    ['a handle', response({ ...newTask, resultType: 'task' }), call],
    ['a read task', response({ ...newTask, ...complete }), get],
    ['a result', response({ ...toolResult, ...complete }), call],
  ];
  it.each(answers)('lets %s pass', (...[, message, answered]) => {
    expect(check({ message, revision: REVISION, request: answered })).toStrictEqual([]);
  });

  it.each<[string, object, object?]>([
    ['a call without an envelope', request('tools/call', { name: 'a' })],
    ['a task request without an envelope', request('tasks/get', { taskId: 'a' })],
    ['an update without answers', request('tasks/update', { taskId: 'a', _meta: envelope() })],
    ['a handle without a TTL', response({ ...task, resultType: 'task' }), call],
    ['a handle in answer to tasks/get', response({ ...newTask, resultType: 'task' }), get],
    ['a read task without resultType', response(newTask), get],
    [
      'a completed task without a result',
      response({ ...newTask, ...complete, status: 'completed' }),
      get,
    ],
    [
      'a result in a task that is none',
      response({ ...newTask, ...complete, status: 'completed', result: complete }),
      get,
    ],
    [
      'a question in a task that is none',
      response({
        ...newTask,
        ...complete,
        status: 'input_required',
        inputRequests: { a: question },
      }),
      get,
    ],
    ['a result without resultType', response(toolResult), call],
    [
      'a required capability without saying which',
      { jsonrpc: '2.0', id: 1, error: { code: -32021, message: 'No', data: {} } },
    ],
    [
      'task IDs that are none',
      request('subscriptions/listen', { notifications: { taskIds: [1] }, _meta: envelope() }),
    ],
    [
      'a pushed task that is none',
      { jsonrpc: '2.0', method: 'notifications/tasks', params: { taskId: 'a' } },
    ],
  ])('finds %s', (...[, message, answered]) => {
    expect(check({ message, revision: REVISION, request: answered })).not.toStrictEqual([]);
  });
});

describe('a log', () => {
  it('knows what a response answers, and of which revision it is', () => {
    const log = createWireLog(check, ['client', 'server']);
    const connection = log.openConnection('2025-11-25');
    connection('client', call);
    connection('server', response({ task: oldTask }));

    expect(log.problems()).toMatchObject([{ from: 'server' }]);
    expect(log.count()).toBe(2);
  });

  it('knows which question a client answers on another connection', () => {
    const log = createWireLog(check, ['client', 'server']);
    const asking = {
      ...question,
      jsonrpc: '2.0',
      id: 'q',
      params: { message: 'Well?', requestedSchema: { type: 'object', properties: {} } },
    };
    log.openConnection('2025-11-25')('server', asking);
    log.openConnection('2025-11-25')('client', {
      jsonrpc: '2.0',
      id: 'q',
      result: { action: 'maybe' },
    });

    expect(log.problems()).toMatchObject([{ from: 'client' }]);
  });

  it('leaves out the side that it is told to', () => {
    const log = createWireLog(check, ['server']);
    log.openConnection('2025-11-25')('client', { wrong: true });

    expect([log.count(), log.problems()]).toStrictEqual([0, []]);
  });
});
