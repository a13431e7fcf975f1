import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import type { Task } from '../../../src/core/task/task.js';
import type { CreateTaskRequest } from '../../../src/core/task/tasks.js';
import { asOwner, type Owner } from '../../../src/core/task/viewer.js';
import type { ToolCatalog } from '../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { ownQuestion } from '../asking.js';
import { FakeTasks } from '../fake-tasks.js';

/** Tools: one starts at once, one asks a person first, and one asks for absent arguments. */
const MANIFEST = `defaults: { workflow: { taskQueue: q } }
tools:
  order:
    workflow: order
    task: optional
    input:
      type: object
      required: [ sku ]
      additionalProperties: false
      properties:
        sku: { type: string, minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$' }
        quantity: { type: integer, minimum: 1, maximum: 1000 }
        tags: { type: array, uniqueItems: true, items: { type: string } }
        due: { type: string, format: date-time }
  anything: { workflow: anything, task: optional, input: { type: object, additionalProperties: true } }
  confirmed:
    workflow: confirmed
    confirm: 'Really {note}?'
    input: { type: object, properties: { note: { type: string } } }
  asked:
    workflow: asked
    questions: { who: { message: Who?, properties: { name: { type: string, minLength: 2 } }, required: [ name ] } }
    input: { type: object, properties: { name: { type: string } } }
`;

/** The tools of the server. */
export const fuzzedTools: ToolCatalog = parseManifest(MANIFEST).tools;

const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'How many?',
    requestedSchema: {
      type: 'object',
      properties: { count: { type: 'integer', minimum: 1 } },
      required: ['count'],
    },
  },
} as const;

/**
 * Tasks of the local user: `task-1` has ended, `task-2` is working, `task-3` asks a question. Further tasks end at
 * once, so that no call waits.
 */
export class FuzzedTasks extends FakeTasks {
  override async create(by: Owner, request: CreateTaskRequest): Promise<Task> {
    const task = await super.create(by, request);
    this.settle(task.taskId, { kind: 'result', result: { content: [] } });
    return this.get(by, task.taskId);
  }

  /** Makes the three tasks, or restores their first state. */
  async reset(): Promise<void> {
    while (this.created.length < 3) await this.#createFirst();
    this.update('task-2', { phase: 'working', cancelRequested: false });
    const questions = [ownQuestion('count', QUESTION)];
    this.update('task-3', { phase: 'inputRequired', cancelRequested: false, questions });
  }

  async #createFirst(): Promise<void> {
    const tool = fuzzedTools.get('order');
    if (!tool) throw new Error('There is no such tool.');
    const request = { tool, workflowArguments: [], protocolVersion: 'test' };
    const { taskId } = await super.create(asOwner({ owner: LOCAL_OWNER }), request);
    if (taskId === 'task-1') this.settle(taskId, { kind: 'result', result: { content: [] } });
  }
}
