import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type Task } from '@modelcontextprotocol/sdk/types.js';

import { eventually } from '../eventually.js';
import { startMcpServer } from '../start-mcp-server.js';
import { startWebhookWorker } from '../start-webhook-worker.js';

/** The end of a task, as a client sees it. */
export interface TaskEnd {
  readonly status: Task['status'];
  /** What the task says of itself: the reason of a failure. */
  readonly message: string | undefined;
  /** The structured content of the result. */
  readonly content: unknown;
  /** The first text of the result. */
  readonly text: string | undefined;
}

/** A manifest with jobs, and all that runs it: the server, the Worker, and an official client. */
export interface ServedJobs {
  /** Calls a tool as a task, and resolves with the task's ID. */
  readonly start: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly get: (taskId: string) => Promise<Task>;
  readonly cancel: (taskId: string) => Promise<void>;
  /** Waits for the end of a task. */
  readonly end: (taskId: string) => Promise<TaskEnd>;
  /** The logs of server and Worker so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export interface ServedJobsOptions {
  /** Variables of the manifest. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables that only the Worker has. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const ENDED: readonly Task['status'][] = ['completed', 'failed', 'cancelled'];

/** Serves a manifest of `examples/jobs`. */
export async function serveExample(file: string, options: ServedJobsOptions): Promise<ServedJobs> {
  return serveJobs(new URL(`../../../examples/jobs/${file}`, import.meta.url), options);
}

/** Starts `serve` and `worker` with a manifest, and connects a client. */
export async function serveJobs(
  file: URL,
  { environment, secrets }: ServedJobsOptions,
): Promise<ServedJobs> {
  const manifest = fileURLToPath(file);
  const options = { taskQueue: 'unused', manifest };
  const server = await startMcpServer({ ...options, environment });
  const worker = await startWebhookWorker({
    ...options,
    environment: { ...environment, ...secrets },
  });
  const client = new Client({ name: 'some-host', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  // The client checks results only by the schemas of tools that it has listed.
  await client.listTools();
  const { tasks } = client.experimental;
  const get = async (taskId: string): Promise<Task> => tasks.getTask(taskId);
  return {
    get,
    start: async (name, input) => {
      const stream = tasks.callToolStream({ name, arguments: input }, undefined, { task: {} });
      for await (const message of stream) {
        if (message.type === 'taskCreated') return message.task.taskId;
        if (message.type === 'error') throw message.error;
      }
      throw new Error(`${name} became no task.`);
    },
    cancel: async (taskId) => {
      await tasks.cancelTask(taskId);
    },
    end: async (taskId) => {
      const { status, statusMessage } = await eventually(`${taskId} has ended`, async () => {
        const task = await get(taskId);
        return ENDED.includes(task.status) && task;
      });
      const result =
        status === 'completed'
          ? await tasks.getTaskResult(taskId, CallToolResultSchema)
          : undefined;
      const first = result?.content[0];
      return {
        status,
        message: statusMessage,
        content: result?.structuredContent,
        text: first?.type === 'text' ? first.text : undefined,
      };
    },
    log: () => server.log() + worker.log(),
    stop: async () => {
      await client.close();
      await worker.stop();
      await server.stop();
    },
  };
}
