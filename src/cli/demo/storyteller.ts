import { setTimeout as pause } from 'node:timers/promises';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isTerminal, type Task } from '@modelcontextprotocol/sdk/experimental/tasks';
import {
  type CallToolResult,
  CallToolResultSchema,
  CreateTaskResultSchema,
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/sdk/types.js';

import type { Narrator } from './narrator.js';

/** Limit of each wait. Every step of the story takes less than half of it. */
const MAX_WAIT_MS = 45_000;
const DEFAULT_POLL_INTERVAL_MS = 1_000;
/** Time in which the person at this client reads a form and fills it in. */
const FILL_IN_MS = 1_500;

type Content = NonNullable<ElicitResult['content']>;

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** Returns the fields of a form with their types, one for each line. */
function toFields({ requestedSchema }: ElicitRequestFormParams): [name: string, text: string][] {
  const { properties, required = [] } = requestedSchema;
  return Object.entries(properties).map(([name, field]) => {
    const kind = field.type === 'boolean' ? 'yes or no' : field.type;
    const must = required.includes(name) ? kind : `${kind}, optional`;
    return [`[${field.title ?? name}]`, must];
  });
}

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(toText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${toText(member)}`)
    .join(', ');
}

/** A client that tells each of its operations as it happens. */
export class Storyteller {
  readonly client: Client;
  readonly narrator: Narrator;
  /** Tool names by the IDs of the created tasks. */
  readonly created = new Map<string, string>();

  /**
   * Fills in the form of a task, once it has come. The story has one form.
   *
   * @param content Values by the names of fields.
   */
  fillIn: (content: Content) => void = () => undefined;
  readonly #filledIn = new Promise<Content>((resolve) => {
    this.fillIn = resolve;
  });

  constructor(client: Client, narrator: Narrator) {
    this.client = client;
    this.narrator = narrator;
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const taskId = params._meta?.[RELATED_TASK_META_KEY]?.taskId;
      // Other tasks of the same user may ask, too. Their own clients answer.
      if (taskId === undefined || !this.created.has(taskId)) return new Promise(() => undefined);
      return this.#answer(params as ElicitRequestFormParams);
    });
  }

  /** Calls a tool without a task, and waits for the result. */
  async call(call: Call): Promise<void> {
    this.narrator.event('tools/call', call.name);
    const result = await this.client.callTool({ ...call }, undefined, { timeout: MAX_WAIT_MS });
    this.#tellResult(CallToolResultSchema.parse(result));
  }

  /** Calls a tool as a task: the server answers at once with a task ID. */
  async create(call: Call): Promise<Task> {
    const { task } = await this.client.request(
      { method: 'tools/call', params: { ...call } },
      CreateTaskResultSchema,
      { task: {} },
    );
    this.created.set(task.taskId, call.name);
    this.narrator.event('created', `task ${task.taskId}`);
    return task;
  }

  /**
   * Polls at the server's interval and tells every change, until `until` returns true for the task.
   *
   * @param until Default: the status is terminal.
   * @throws {Error} After 45 s.
   */
  async poll(
    { taskId }: Task,
    until: (task: Task) => boolean = ({ status }) => isTerminal(status),
  ): Promise<Task> {
    const givenUpAt = performance.now() + MAX_WAIT_MS;
    let told = 'working ';
    for (;;) {
      const task = await this.client.experimental.tasks.getTask(taskId);
      const { status, statusMessage = '' } = task;
      if (`${status} ${statusMessage}` !== told) this.narrator.event(status, statusMessage);
      told = `${status} ${statusMessage}`;
      if (until(task)) return task;
      if (performance.now() > givenUpAt) {
        throw new Error(
          `${taskId} has not ended its step in ${MAX_WAIT_MS / 1000} s (${told}). Does a Worker poll its Task Queue? "temporal-mcp-tasks dev" starts one.`,
        );
      }
      await pause(task.pollInterval ?? DEFAULT_POLL_INTERVAL_MS);
    }
  }

  /** Waits for the result of a task (`tasks/result`), and tells it. */
  async collect({ taskId }: Task): Promise<void> {
    const { tasks } = this.client.experimental;
    const options = { timeout: MAX_WAIT_MS };
    const result = await tasks.getTaskResult(taskId, CallToolResultSchema, options);
    this.#tellResult(result);
  }

  async #answer(params: ElicitRequestFormParams): Promise<ElicitResult> {
    this.narrator.event('asked', params.message);
    this.narrator.details(toFields(params));
    const content = await this.#filledIn;
    await pause(FILL_IN_MS);
    this.narrator.event('answered', toText(content));
    return { action: 'accept', content };
  }

  #tellResult({ content, structuredContent, isError }: CallToolResult): void {
    const what = isError === true ? 'tool error' : 'result';
    if (structuredContent) {
      this.narrator.event(what);
      this.narrator.details(
        Object.entries(structuredContent).map(([name, value]) => [name, toText(value)]),
      );
    } else {
      const texts = content.map((block) => (block.type === 'text' ? block.text : block.type));
      this.narrator.event(what, texts.join(' '));
    }
  }
}
