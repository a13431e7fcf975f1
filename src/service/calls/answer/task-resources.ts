/** Results that are too large for a tool result, read as resources of their tasks. */
import { isTaskGone, TaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Caller } from '../../../core/person/caller.js';
import type { Protocol } from '../../../core/protocol.js';
import {
  RESOURCE_URI_TEMPLATE,
  type ResourceContents,
  type ResourceDefinition,
  resourceNotFound,
  taskIdOfResource,
} from '../../../core/task/task-resource.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { Misfit, type ReturnedValue } from '../../../core/tool/misfit.js';
import { toLocation, toMimeType, toReturnedText } from '../../../core/tool/resource-link.js';
import type { ReadStored } from '../../../core/tool/stored-content.js';
import type { CurrentTools } from '../../../core/tool/tool-definition.js';

import { outcomeOf } from './outcome.js';

/** Maximum number of concurrent reads. Each may take tens of megabytes of memory. */
const MAX_OPEN_READS = 16;
const RETRY_AFTER_MS = 1_000;

/** The reader, and the protocol of the reader's client. */
export interface ResourceContext {
  readonly caller: Pick<Caller, 'owner'>;
  readonly protocol: Protocol;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
}

/** The resources of a server. No list shows them: a tool result has the link. */
export interface TaskResources {
  /** The template of URIs (`ResourceTemplate` of the MCP schema). */
  readonly template: {
    readonly uriTemplate: string;
    readonly name: string;
    readonly description: string;
  };
  /**
   * @throws {TaskError} `resourceNotFound` if the caller has no such resource: the task is unknown, another owner's or
   * expired, or its result has no link. `busy` if too many reads run. Else the errors of {@link ReadStored} and
   * `Tasks.get`.
   */
  readonly read: (uri: string, context: ResourceContext) => Promise<ResourceContents>;
}

export interface TaskResourcesOptions {
  readonly tasks: Tasks;
  /** Called at each read. */
  readonly catalog: CurrentTools;
  readonly readStored: ReadStored;
}

function hasLink(task: Task, uri: string, protocol: Protocol): boolean {
  const outcome = outcomeOf(task, protocol);
  return (
    outcome.kind === 'result' &&
    outcome.result.content.some((block) => block.type === 'resource_link' && block['uri'] === uri)
  );
}

/** Finds the link in a task's result. Only readers of the task may use it. */
async function findLinked(
  { tasks, catalog }: TaskResourcesOptions,
  uri: string,
  { caller, protocol }: ResourceContext,
): Promise<{ readonly resource: ResourceDefinition; readonly returned: ReturnedValue }> {
  const taskId = taskIdOfResource(uri);
  if (taskId === undefined) throw resourceNotFound();
  try {
    const task = await tasks.get(taskId, caller.owner);
    const resource = catalog().get(task.toolName)?.result?.resource;
    if (!resource || !hasLink(task, uri, protocol)) throw resourceNotFound();
    const { owner } = caller;
    const said = await tasks.send(taskId, owner, { kind: 'returned' });
    if (said.kind !== 'answered') throw resourceNotFound();
    return { resource, returned: { value: said.value, owner } };
  } catch (error) {
    throw isTaskGone(error) ? resourceNotFound(error) : error;
  }
}

async function readLinked(
  options: TaskResourcesOptions,
  uri: string,
  context: ResourceContext,
): Promise<ResourceContents> {
  const { resource, returned } = await findLinked(options, uri, context);
  const { source, mimeType } = resource;
  if (source.kind === 'location') {
    const stored = await options.readStored({
      location: await toLocation(source.expression, returned),
      place: source.place,
      ...(mimeType !== undefined && { mimeType }),
      signal: context.signal,
    });
    return { uri, ...stored };
  }
  const { text, isJson } = await toReturnedText(source.expression, returned);
  return {
    uri,
    mimeType: mimeType ?? toMimeType(source.isBase64, isJson),
    ...(source.isBase64 ? { blob: text } : { text }),
  };
}

/** Creates the resources of a server's tools; `undefined` if no tool has any. */
export function createTaskResources(options: TaskResourcesOptions): TaskResources | undefined {
  const hasAny = [...options.catalog().values()].some(({ result }) => result?.resource);
  if (!hasAny) return undefined;
  let openReads = 0;
  return {
    template: {
      uriTemplate: RESOURCE_URI_TEMPLATE,
      name: 'Result of a task',
      description: 'A result that is too large for a tool result, which has a link to it.',
    },
    async read(uri, context) {
      if (openReads >= MAX_OPEN_READS) {
        const message = 'Too many resources are being read. Try again in a second.';
        throw new TaskError(TaskErrorCode.busy, message, { retryAfterMs: RETRY_AFTER_MS });
      }
      openReads += 1;
      try {
        return await readLinked(options, uri, context);
      } catch (error) {
        // The manifest has changed since the link was made.
        throw error instanceof Misfit ? resourceNotFound(error) : error;
      } finally {
        openReads -= 1;
      }
    },
  };
}
