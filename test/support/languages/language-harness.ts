import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { Client, Connection } from '@temporalio/client';

import {
  INPUT_SIGNAL,
  STATE_MEMO_KEY,
  type WorkflowState,
} from '../../../src/core/contract/contract.js';
import { isClosed } from '../../../src/core/task/task-status.js';
import type { Task } from '../../../src/core/task/task.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolCatalog, ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createOwned } from '../create-owned.js';
import { eventually } from '../eventually.js';
import { rev2025 } from '../protocols.js';
import { readActivities, type RunActivity } from '../read-activities.js';
import { temporalAddress } from '../start-mcp-server.js';
import { testSealer } from '../test-sealer.js';

import { type LanguageWorker, startLanguageWorker, taskQueueVariable } from './language-workers.js';
import type { Language } from './prepare-language.js';

const EXAMPLES_MANIFEST = fileURLToPath(
  new URL('../../../examples/mcp-tasks.yaml', import.meta.url),
);

/** Tasks of one language's examples, on a Task Queue of their own. */
export class LanguageHarness {
  readonly client: Client;
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  readonly #language: Language;
  readonly #taskQueue: string;
  /** The owner's name at the issuer of tokens. */
  readonly ownerName = randomUUID();
  readonly #owner = JSON.stringify(['https://issuer.example', 'user', this.ownerName]);
  readonly #started: string[] = [];
  #worker: LanguageWorker | undefined;

  private constructor(
    client: Client,
    { language, tools, taskQueue }: { language: Language; tools: ToolCatalog; taskQueue: string },
  ) {
    this.client = client;
    this.tools = tools;
    this.tasks = createTemporalTasks({
      sealer: testSealer,
      serverName: 'tests',
      client,
      tools,
      secret: randomBytes(32),
    });
    this.#language = language;
    this.#taskQueue = taskQueue;
  }

  /** Connects, and starts the worker. */
  static async open(language: Language): Promise<LanguageHarness> {
    const taskQueue = `test-${language}-${randomUUID()}`;
    const { tools } = await loadManifest(EXAMPLES_MANIFEST, {
      [taskQueueVariable(language)]: taskQueue,
    });
    const connection = await Connection.connect({ address: temporalAddress() });
    const harness = new LanguageHarness(new Client({ connection }), { language, tools, taskQueue });
    try {
      await harness.startWorker();
    } catch (error) {
      await connection.close();
      throw error;
    }
    return harness;
  }

  async startWorker(): Promise<void> {
    this.#worker = await startLanguageWorker(this.#language, {
      client: this.client,
      taskQueue: this.#taskQueue,
    });
  }

  /** Stops the worker. Rejects if it does not end in good order. */
  async stopWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.stop();
  }

  /** Ends the worker at once, as a crash would. */
  async killWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.kill();
  }

  /** Terminates open executions, stops the worker, closes the Client. */
  async close(): Promise<void> {
    for (const taskId of this.#started) {
      const handle = this.client.workflow.getHandle(taskId);
      const { status } = await handle.describe();
      if (status.name === 'RUNNING') await handle.terminate('the test is over');
    }
    await this.stopWorker();
    await this.client.connection.close();
  }

  tool(name: string): ToolDefinition {
    const tool = this.tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return tool;
  }

  /** Starts a tool as a server would, and resolves with the task's ID. */
  async create(toolName: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    const tool = this.tool(toolName);
    const parsed = await tool.input.parse(input);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
    const { taskId } = await createOwned(this.tasks, {
      tool,
      workflowArguments: parsed.workflowArguments,
      owner: this.#owner,
      protocolVersion: rev2025.version,
    });
    this.#started.push(taskId);
    return taskId;
  }

  async get(taskId: string): Promise<Task> {
    return this.tasks.get(asOwner({ owner: this.#owner }), taskId);
  }

  async cancel(taskId: string, reason: string): Promise<Task> {
    return this.tasks.cancel(asOwner({ owner: this.#owner }), taskId, {
      reason,
      protocol: rev2025,
    });
  }

  /** Sends answers by hand, as a Temporal Client without this server does. */
  async answer(taskId: string, responses: unknown): Promise<void> {
    await this.client.workflow.getHandle(taskId).signal(INPUT_SIGNAL, responses);
  }

  /** Waits for a task in a wanted state, and returns it. */
  async until(taskId: string, isWanted: (task: Task) => boolean): Promise<Task> {
    let last: Task | undefined;
    try {
      return await eventually('the task is as wanted', async () => {
        last = await this.get(taskId);
        return isWanted(last) ? last : undefined;
      });
    } catch (error) {
      throw new Error(`${JSON.stringify(last)}\n${this.#worker?.log().slice(-4_000) ?? ''}`, {
        cause: error,
      });
    }
  }

  async untilAsked(taskId: string): Promise<Task> {
    return this.until(taskId, ({ phase }) => phase === 'inputRequired');
  }

  async untilClosed(taskId: string): Promise<Task> {
    return this.until(taskId, ({ phase }) => isClosed(phase));
  }

  /** Reads the state that the Workflow has published. */
  async readState(taskId: string): Promise<WorkflowState> {
    const { memo } = await this.client.workflow.getHandle(taskId).describe();
    return memo?.[STATE_MEMO_KEY] as WorkflowState;
  }

  /** Resolves once the Workflow has no pending Workflow Task or Activity. */
  async untilIdle(taskId: string): Promise<void> {
    const handle = this.client.workflow.getHandle(taskId);
    await eventually('the Workflow has nothing to do', async () => {
      const { raw } = await handle.describe();
      return raw.pendingWorkflowTask || (raw.pendingActivities ?? []).length > 0 ? undefined : true;
    });
  }

  async readActivities(taskId: string): Promise<RunActivity[]> {
    return readActivities(this.client, taskId);
  }
}
