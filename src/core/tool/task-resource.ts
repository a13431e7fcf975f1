/** Results that are bytes or too large for a tool result, and are read as a resource of the task. */
import { TaskError, TaskErrorCode } from '../errors.js';

const SCHEME = 'temporal-task:';
const URI = new RegExp(`^${SCHEME}///([^/?#]{1,1000})/result$`);

/** URIs of the resources (RFC 6570), one for each task whose result has a link or bytes. */
export const RESOURCE_URI_TEMPLATE = `${SCHEME}///{task_id}/result`;

/** A resource as a client gets it (`ResourceContents` of the MCP schema): a text, or bytes in base64. */
export type ResourceContents = { readonly uri: string; readonly mimeType: string } & (
  { readonly text: string } | { readonly blob: string }
);

export function toResourceUri(taskId: string): string {
  return `${SCHEME}///${encodeURIComponent(taskId)}/result`;
}

/** Reads the task ID from a resource URI. `undefined` for other URIs and other spellings. */
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

/** The error for a resource that does not exist or belongs to another owner. */
export function resourceNotFound(cause?: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.resourceNotFound,
    'Resource not found: its URI is unknown, or it is no longer kept.',
    { cause },
  );
}
