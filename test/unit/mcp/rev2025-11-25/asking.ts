/** What the tests of questions share: one task that asks, and the streams of clients that it may ask. */
import type { InputRequest } from '../../../../src/core/input-request.js';
import { Generation } from '../../../../src/core/task-status.js';
import type { Task } from '../../../../src/core/task.js';
import { parseManifest } from '../../../../src/manifest/load-manifest.js';
import {
  type ClientCapabilities,
  NO_CAPABILITIES,
} from '../../../../src/mcp/rev2025-11-25/client-capabilities.js';
import {
  type ClientStream,
  Courier,
  type OutgoingMessage,
} from '../../../../src/mcp/rev2025-11-25/courier.js';
import { deliveriesOf } from '../../../../src/mcp/rev2025-11-25/deliveries.js';
import { routeAnswer, type RoutedAnswer } from '../../../../src/mcp/rev2025-11-25/route-answer.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

export const OWNER = 'me';
export const TASK_ID = 'task-1';

export const QUESTION: InputRequest = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  },
};

/** A client that can do all that has to do with questions. */
export const ABLE: ClientCapabilities = {
  form: true,
  url: true,
  sampling: true,
  samplingTools: true,
  elicitationTask: true,
  samplingTask: true,
  cancelTask: true,
};
/** A client that can be asked, and knows no tasks of its own. */
export const PLAIN: ClientCapabilities = { ...NO_CAPABILITIES, form: true, sampling: true };

const { tools } = parseManifest('tools: { ask: { workflow: ask, taskQueue: q, ttl: 1 hour } }');

/** Tasks with one that asks something. */
export async function openTask(changes: Partial<Task> = {}): Promise<FakeTasks> {
  const tasks = new FakeTasks();
  const tool = tools.get('ask');
  if (!tool) throw new Error('The manifest has no such tool.');
  const generation = Generation.rev2025;
  await tasks.create({ tool, owner: OWNER, generation, workflowArguments: [] });
  tasks.update(TASK_ID, {
    phase: 'inputRequired',
    inputRequests: { i1: { ...QUESTION, takesClientTask: true } },
    ...changes,
  });
  return tasks;
}

/** A stream of a client, what has been sent over it, and its courier. */
export interface TestStream extends ClientStream {
  readonly sent: OutgoingMessage[];
  readonly courier: Courier;
  /** Brings it the task as it is now. */
  readonly deliver: () => Promise<void>;
}

export function openStream(
  tasks: FakeTasks,
  { capabilities = ABLE, session = 'one', refuses = true } = {},
): TestStream {
  const sent: OutgoingMessage[] = [];
  const stream: ClientStream = {
    capabilities,
    session,
    send: async (message) => {
      sent.push(message);
      return Promise.resolve();
    },
  };
  const courier = new Courier(stream, {
    tasks,
    sealer,
    deliveries: deliveriesOf(tasks),
    owner: OWNER,
    namesTask: true,
    refuses,
  });
  const deliver = async (): Promise<void> => courier.ask(await tasks.get(TASK_ID, OWNER));
  return { ...stream, sent, courier, deliver };
}

/** What a client responds to a request, as its POST reaches some process. */
export async function respond(
  tasks: FakeTasks,
  request: OutgoingMessage | undefined,
  response: { readonly result?: unknown; readonly error?: unknown },
): Promise<RoutedAnswer> {
  return routeAnswer({ jsonrpc: '2.0', id: request?.id, ...response }, OWNER, { tasks, sealer });
}
