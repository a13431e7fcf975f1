/** What is too large for a tool result, and is read as a resource of its task in place of it. */
import { TaskError, TaskErrorCode } from '../errors.js';
import type { Expression } from '../tool/expression.js';
import type { StoragePlace, StoredContent } from '../tool/stored-content.js';

const SCHEME = 'temporal-task:';
const URI = new RegExp(`^${SCHEME}///([^/?#]{1,1000})/result$`);

/** RFC 6570: the resources that there are, one for each task whose result has a link. */
export const RESOURCE_URI_TEMPLATE = `${SCHEME}///{task_id}/result`;

/** Part of what the Workflow returned: Temporal has it. */
export interface ReturnedContent {
  readonly kind: 'content';
  /** A text as it is, anything else as JSON. */
  readonly expression: Expression;
  /** Whether it is a text that holds bytes in base64. */
  readonly isBase64: boolean;
  /** What is smaller, in bytes, stays in the tool result. */
  readonly overBytes: number;
}

/** What the Workflow has put elsewhere, and of which it returned the place. */
export interface StoredElsewhere {
  readonly kind: 'location';
  /** A URL, or a path. */
  readonly expression: Expression;
  readonly place: StoragePlace;
}

/** What of a tool's results becomes a resource. */
export interface ResourceDefinition {
  readonly source: ReturnedContent | StoredElsewhere;
  /** What clients call it; `{path}` stands for a member of what the Workflow returned. Absent: the tool's name. */
  readonly name?: string;
  /** Absent: what the place says, or what can be told from the content. */
  readonly mimeType?: string;
}

/** A resource as a client gets it (`ResourceContents` of the MCP schema). */
export type ResourceContents = StoredContent & { readonly uri: string };

/** The URI under which the result of a task is read. */
export function toResourceUri(taskId: string): string {
  return `${SCHEME}///${encodeURIComponent(taskId)}/result`;
}

/** The task of such a URI; `undefined` for any other one, also one that is written in another way. */
export function taskIdOfResource(uri: string): string | undefined {
  const [, encoded] = URI.exec(uri) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const taskId = decodeURIComponent(encoded);
    return toResourceUri(taskId) === uri ? taskId : undefined;
  } catch {
    return undefined;
  }
}

/** The answer for every resource that a caller does not have, whatever the reason. */
export function resourceNotFound(cause?: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.resourceNotFound,
    'Resource not found: its URI is unknown, or it is kept no longer.',
    { cause },
  );
}
