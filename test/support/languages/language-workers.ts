import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';

import { eventually, within } from '../eventually.js';
import { temporalAddress } from '../start-mcp-server.js';

import {
  EXAMPLES,
  KEPT_OUTPUT,
  type Language,
  type LanguageSources,
  prepareLanguage,
} from './prepare-language.js';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** The process of a Worker in another language. */
export interface LanguageWorker {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly log: () => string;
  /** Sends SIGTERM, and waits for the end. Rejects if the process fails, or must be killed after 60 s. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, and waits for the end. */
  readonly kill: () => Promise<void>;
}

/** Longer than the time that workers give running Activities when they stop. */
const STOP_TIMEOUT_MS = 60_000;

/** The environment variable with the Task Queue that the worker of a language polls. */
export function taskQueueVariable(
  language: Language,
  { name }: LanguageSources = EXAMPLES,
): string {
  return `${name}_${language}_TASK_QUEUE`.toUpperCase();
}

/** Starts a worker, and resolves once it polls for Workflow Tasks and Activity Tasks. */
export async function startLanguageWorker(
  language: Language,
  {
    client,
    taskQueue,
    sources = EXAMPLES,
    environment = {},
  }: {
    readonly client: Client;
    readonly taskQueue: string;
    /** Default: {@link EXAMPLES}. */
    readonly sources?: LanguageSources;
    /** Additions to the environment of this process. */
    readonly environment?: NodeJS.ProcessEnv;
  },
): Promise<LanguageWorker> {
  const { command, args } = await prepareLanguage(language, sources);
  const child = spawn(command, args, {
    cwd: join(sources.folder, language),
    env: {
      ...process.env,
      TEMPORAL_ADDRESS: temporalAddress(),
      TEMPORAL_NAMESPACE: client.options.namespace,
      [taskQueueVariable(language, sources)]: taskQueue,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  const keep = (chunk: Buffer): void => void (log += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const worker: LanguageWorker = {
    child,
    log: () => log,
    async stop() {
      if (!hasExited()) child.kill('SIGTERM');
      try {
        await within(STOP_TIMEOUT_MS, exited);
      } catch {
        await worker.kill();
      }
      // A JVM exits with 143 after SIGTERM, also if it has ended in good order.
      if (child.exitCode === 0 || child.exitCode === 143) return;
      const how = child.exitCode ?? child.signalCode ?? '?';
      throw new Error(`The ${language} worker ended with ${how}:\n${log.slice(-KEPT_OUTPUT)}`);
    },
    async kill() {
      if (!hasExited()) child.kill('SIGKILL');
      await exited;
    },
  };
  try {
    await eventually(`the ${language} worker polls ${taskQueue}`, async () => {
      if (hasExited()) throw new Error(`The ${language} worker has ended.`);
      return (await isPolled({ client, taskQueue }, `${child.pid}@`)) || undefined;
    });
  } catch (error) {
    await worker.kill();
    throw new Error(`The ${language} worker did not start:\n${log.slice(-KEPT_OUTPUT)}`, {
      cause: error,
    });
  }
  return worker;
}

/** True if this process polls. Temporal lists the pollers of ended processes for minutes, too. */
async function isPolled(
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
  identityPrefix: string,
): Promise<boolean> {
  const types = [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY];
  for (const taskQueueType of types) {
    const { pollers } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType,
    });
    if (!pollers.some(({ identity }) => identity?.startsWith(identityPrefix))) return false;
  }
  return true;
}
