/** Shared by tests of questions: a task that asks, and the streams of clients that it may ask. */
import type { ClientFacts } from '../../src/core/person/caller.js';
import { NOT_ASKABLE } from '../../src/core/question/askable.js';
import type { InputRequest } from '../../src/core/question/input-request.js';
import type { Task } from '../../src/core/task/task.js';
import { parseManifest } from '../../src/manifest/file/load-manifest.js';
import type { ClientStream, OutgoingMessage } from '../../src/service/questions/client-stream.js';
import {
  type ClientTaskSupport,
  createClientTasks,
} from '../../src/service/questions/client-tasks/client-tasks.js';
import { QuestionDesk } from '../../src/service/questions/question-desk.js';
import { QuestionStream } from '../../src/service/questions/question-stream.js';
import {
  type Answer,
  routeAnswer,
  type RoutedAnswer,
} from '../../src/service/questions/route-answer.js';

import { FakeTasks } from './fake-tasks.js';
import { rev2025 as protocol } from './protocols.js';
import { testSealer as sealer } from './test-sealer.js';

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

/** A client's capabilities for questions. */
export interface TestCapabilities extends ClientTaskSupport {
  readonly askable: ClientFacts['askable'];
}

/** A client with every capability for questions. */
export const ABLE: TestCapabilities = {
  askable: { form: true, url: true, sampling: true, samplingTools: true },
  elicitationTask: true,
  samplingTask: true,
  cancelTask: true,
};
/** A client that takes questions, without tasks of its own. */
export const PLAIN: TestCapabilities = {
  askable: { ...NOT_ASKABLE, form: true, sampling: true },
  elicitationTask: false,
  samplingTask: false,
  cancelTask: false,
};

const { tools } = parseManifest(
  'tools: { ask: { workflow: { type: ask, taskQueue: q }, ttl: 1 hour } }',
);

/** Fake tasks, with the question desk of the process that serves them. */
export class AskingTasks extends FakeTasks {
  readonly desk = new QuestionDesk();
}

/** Creates the task; by default it has an open question. */
export async function openTask(
  changes: Partial<Task> = {},
  { session }: { readonly session?: string } = {},
): Promise<AskingTasks> {
  const tasks = new AskingTasks();
  const tool = tools.get('ask');
  if (!tool) throw new Error('The manifest has no such tool.');
  await tasks.create({
    tool,
    owner: OWNER,
    protocolVersion: protocol.version,
    workflowArguments: [],
    ...(session !== undefined && { origin: { session } }),
  });
  tasks.update(TASK_ID, {
    phase: 'inputRequired',
    inputRequests: { i1: { ...QUESTION, takesClientTask: true } },
    ...changes,
  });
  return tasks;
}

/** A client's stream, with the messages that the server has sent over it. */
export interface TestStream extends ClientStream {
  readonly sent: OutgoingMessage[];
  readonly questions: QuestionStream;
  /** Shows the stream the current state of the task. */
  readonly deliver: () => Promise<void>;
}

export function openStream(
  tasks: AskingTasks,
  {
    capabilities = ABLE,
    session = 'one',
    isWaiting = true,
    askAgainAfterMs,
  }: {
    readonly capabilities?: TestCapabilities;
    readonly session?: string;
    readonly isWaiting?: boolean;
    readonly askAgainAfterMs?: number;
  } = {},
): TestStream {
  const sent: OutgoingMessage[] = [];
  const { askable, ...support } = capabilities;
  const stream: ClientStream = {
    askable,
    clientTasks:
      support.elicitationTask || support.samplingTask ? createClientTasks(support) : undefined,
    session,
    askAgainAfterMs,
    send: async (message) => {
      sent.push(message);
      return Promise.resolve();
    },
  };
  const questions = new QuestionStream(stream, {
    tasks,
    sealer,
    desk: tasks.desk,
    protocol,
    owner: OWNER,
    isWaiting,
    meta: { 'io.modelcontextprotocol/related-task': { taskId: TASK_ID } },
  });
  const deliver = async (): Promise<void> => questions.show(await tasks.get(TASK_ID, OWNER));
  return { ...stream, sent, questions, deliver };
}

/** Routes a client's response to a request, as its POST reaches a process. */
export async function respond(
  tasks: AskingTasks,
  request: OutgoingMessage | undefined,
  { holdMs, ...response }: Omit<Answer, 'id'> & { readonly holdMs?: number },
): Promise<RoutedAnswer> {
  const answer: Answer = { id: request?.id ?? 'none', ...response };
  return routeAnswer(
    answer,
    { owner: OWNER },
    {
      tasks,
      sealer,
      desk: tasks.desk,
      ...(holdMs !== undefined && { holdMs }),
    },
  );
}
