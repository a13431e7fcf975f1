/** Steps of a user with tools and tasks, with a client of either generation. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  type ElicitResult,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/sdk/types.js';

import { eventually } from '../eventually.js';
import { answer, call, createTask, getTask, untilAsked } from '../steps/rev2026-task-steps.js';
import type { OwnerClient, OwnerServer } from '../with-owners.js';

type Args = Readonly<Record<string, unknown>>;

/** The members of a task that both generations share. */
export interface SampleTask {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string | undefined;
  readonly createdAt: string;
}

/** A client of one owner. */
export interface SampleClient {
  readonly owner: string;
  /** Calls a tool as a task, and returns the task's ID. */
  start(tool: string, args: Args): Promise<string>;
  /** Calls a tool, and returns its result. */
  call(tool: string, args: Args): Promise<Args>;
  get(taskId: string): Promise<SampleTask>;
  /** Waits for the end of a task, and returns the result of its tool. */
  result(taskId: string): Promise<Args>;
  /** Waits for the question of a task, answers it, and returns the question's message. */
  answer(taskId: string, response: ElicitResult): Promise<string>;
  cancel(taskId: string): Promise<void>;
  /** The IDs of all tasks of the owner. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** Connects a client of a generation. */
export async function connectSampleClient(
  server: OwnerServer,
  owner: string,
  generation: '2025-11-25' | '2026-07-28',
): Promise<SampleClient> {
  return generation === '2025-11-25'
    ? connectOfficial(server, owner)
    : connectPeer(server.connect(owner));
}

interface OpenQuestion {
  readonly taskId: string | undefined;
  readonly message: string;
  readonly respond: (response: ElicitResult) => void;
}

/** The client of the official SDK. */
async function connectOfficial({ url }: OwnerServer, owner: string): Promise<SampleClient> {
  const client = new Client(
    { name: 'official-client', version: '0.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  const asked: OpenQuestion[] = [];
  client.setRequestHandler(
    ElicitRequestSchema,
    async ({ params: { message, _meta } }) =>
      new Promise<ElicitResult>((respond) => {
        asked.push({ taskId: _meta?.[RELATED_TASK_META_KEY]?.taskId, message, respond });
      }),
  );
  const requestInit = { headers: { authorization: owner } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const { tasks } = client.experimental;
  const result: SampleClient['result'] = async (taskId) =>
    tasks.getTaskResult(taskId, CallToolResultSchema);
  return {
    owner,
    async start(name, args) {
      const params = { name, arguments: args, task: {} };
      const request = { method: 'tools/call' as const, params };
      return (await client.request(request, CreateTaskResultSchema)).task.taskId;
    },
    call: async (name, args) => client.callTool({ name, arguments: args }),
    get: async (taskId) => tasks.getTask(taskId),
    result,
    async answer(taskId, response) {
      // The server sends the question on the stream of `tasks/result`, or on the session's standing stream.
      const ended = result(taskId);
      ended.catch(() => undefined);
      const { message, respond } = await eventually(`a question of ${taskId}`, () =>
        asked.find((one) => one.taskId === taskId),
      );
      respond(response);
      return message;
    },
    async cancel(taskId) {
      await tasks.cancelTask(taskId);
    },
    list: async () => (await tasks.listTasks()).tasks.map(({ taskId }) => taskId),
    close: async () => client.close(),
  };
}

/** A client without a library. The published schema checks each reply. */
function connectPeer({ owner, old, peer }: OwnerClient): SampleClient {
  return {
    owner,
    start: async (name, args) => (await createTask(peer, name, args)).taskId,
    call: async (name, args) => call(peer, name, args),
    get: async (taskId) => getTask(peer, taskId),
    async result(taskId) {
      return eventually(`the end of ${taskId}`, async () => {
        const { status, result, error } = await getTask(peer, taskId);
        if (status === 'working' || status === 'input_required') return undefined;
        if (result) return result;
        throw new Error(error?.message ?? status);
      });
    },
    async answer(taskId, response) {
      const [[key, question] = []] = Object.entries(await untilAsked(peer, taskId));
      await answer(peer, taskId, { [key ?? '']: response });
      return String(question?.params['message']);
    },
    async cancel(taskId) {
      await peer.request('tasks/cancel', { taskId });
    },
    async list() {
      // This generation has no list. The list of 2025-11-25 has the same tasks.
      const { result } = await old('tasks/list', {});
      return (result?.['tasks'] as SampleTask[]).map(({ taskId }) => taskId);
    },
    close: async () => Promise.resolve(),
  };
}
