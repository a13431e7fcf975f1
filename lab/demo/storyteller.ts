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

/** No step of the story takes half as long. */
const MAX_WAIT_MS = 45_000;
const DEFAULT_POLL_INTERVAL_MS = 1_000;
/** How long the person at this client takes to read a form and fill it in. */
const FILL_IN_MS = 1_500;

type Content = NonNullable<ElicitResult['content']>;

/** A call of a tool. */
export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** A form as a host would draw it: a line for each field. */
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

/** What a client does with tools and tasks, told as it happens. */
export class Storyteller {
  readonly client: Client;
  readonly narrator: Narrator;
  /** The tasks created so far, and of which tool. */
  readonly created = new Map<string, string>();

  /**
   * Has the person at this client fill in the form that a task asks for, once it has reached them.
   *
   * @param content What they fill in, by name of a field. The story has one form.
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
      // The same user's other tasks may ask as well: that is for their own clients to answer.
      if (taskId === undefined || !this.created.has(taskId)) return new Promise(() => undefined);
      return this.#answer(params as ElicitRequestFormParams);
    });
  }

  /** A plain call: the client waits for the result. */
  async call(call: Call): Promise<void> {
    this.narrator.event('tools/call', call.name);
    const result = await this.client.callTool({ ...call }, undefined, { timeout: MAX_WAIT_MS });
    this.#tellResult(CallToolResultSchema.parse(result));
  }

  /** The same as a task: the reply is a task ID, at once. */
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
   * Polls as often as the server asks for, and tells every change, until the task is as wanted.
   *
   * @param until Default: it is over.
   * @throws {Error} When that takes too long.
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
          `Nothing more has come of ${taskId} in ${MAX_WAIT_MS / 1000} s (${told}). Does a worker poll its Task Queue? "npm run dev" starts one.`,
        );
      }
      await pause(task.pollInterval ?? DEFAULT_POLL_INTERVAL_MS);
    }
  }

  /** `tasks/result`, as the task's result or as the error that a task without one is answered with. */
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
