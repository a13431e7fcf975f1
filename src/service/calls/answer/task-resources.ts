/** Results that are bytes or too large for a tool result, read as resources of their tasks. */
import { isTaskGone } from '../../../core/errors.js';
import { Misfit } from '../../../core/mapping/misfit.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Protocol } from '../../../core/task/protocol.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { BYTES, readContent, toMimeType } from '../../../core/tool/resource-link.js';
import {
  RESOURCE_URI_TEMPLATE,
  type ResourceContents,
  resourceNotFound,
  taskIdOfResource,
} from '../../../core/tool/task-resource.js';
import type { ToolCatalog } from '../../../core/tool/tool-definition.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { ResourceDefinition } from '../../../definition/tool/result.js';

import { outcomeOf } from './outcome.js';

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
   * expired, or its result has no link. Else the errors of `Tasks.get`.
   */
  readonly read: (uri: string, exchange: Exchange) => Promise<ResourceContents>;
}

export interface TaskResourcesOptions {
  readonly tasks: Tasks;
  readonly catalog: ToolCatalog;
}

/** Returns true if a task's result names a URI, as a link or as that of its bytes. */
function namesUri(task: Task, uri: string, protocol: Protocol): boolean {
  const outcome = outcomeOf(task, protocol);
  return (
    outcome.kind === 'result' &&
    outcome.result.content.some(
      ({ uri: linked, resource }) =>
        linked === uri || (isRecord(resource) && resource['uri'] === uri),
    )
  );
}

/** Only readers of the task may use it. */
async function findLinked(
  { tasks, catalog }: TaskResourcesOptions,
  uri: string,
  exchange: Exchange,
): Promise<{ readonly resource: ResourceDefinition; readonly returned: unknown }> {
  const taskId = taskIdOfResource(uri);
  if (taskId === undefined) throw resourceNotFound();
  try {
    const task = await tasks.get(exchange, taskId);
    const resource = catalog.get(task.toolName)?.result?.resource ?? BYTES;
    if (!namesUri(task, uri, exchange.protocol)) throw resourceNotFound();
    const reply = await tasks.send(exchange, taskId, { kind: 'returned' });
    if (reply.kind !== 'answered') throw resourceNotFound();
    return { resource, returned: reply.value };
  } catch (error) {
    throw isTaskGone(error) ? resourceNotFound(error) : error;
  }
}

async function readLinked(
  options: TaskResourcesOptions,
  uri: string,
  exchange: Exchange,
): Promise<ResourceContents> {
  const { resource, returned } = await findLinked(options, uri, exchange);
  const content = await readContent(resource, { result: returned });
  const { text, kind } = content;
  const about = { uri, mimeType: resource.mimeType ?? toMimeType(content) };
  return kind === 'base64' ? { ...about, blob: text } : { ...about, text };
}

export function createTaskResources(options: TaskResourcesOptions): TaskResources {
  return {
    template: {
      uriTemplate: RESOURCE_URI_TEMPLATE,
      name: 'Result of a task',
      description: 'A result that is bytes, or too large for a tool result, which has its URI.',
    },
    async read(uri, exchange) {
      try {
        return await readLinked(options, uri, exchange);
      } catch (error) {
        // The manifest has changed since the link was made.
        throw error instanceof Misfit ? resourceNotFound(error) : error;
      }
    },
  };
}
