/** The part of a returned value that becomes a resource, and the link that replaces it. */
import { type ResourceDefinition, toResourceUri } from '../task/task-resource.js';
import { quote } from '../value/quote.js';

import type { Expression } from './expression.js';
import { fillIn } from './fill-in.js';
import { evaluateFor, Misfit, toText } from './misfit.js';
import type { ContentBlock } from './tool-result.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export interface MappedTask {
  readonly taskId: string;
  readonly toolName: string;
}

/** @throws {Misfit} If the value has no such part. */
export async function toReturnedText(
  expression: Expression,
  value: unknown,
): Promise<{ readonly text: string; readonly isJson: boolean }> {
  const content = await evaluateFor(expression, value, 'result.resource.content');
  return { text: toText(content), isJson: typeof content !== 'string' };
}

function toBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Makes the link to a resource; `undefined` for a small value, which stays in the result.
 *
 * @throws {Misfit} If the value has no such resource.
 */
export async function toLink(
  { name, mimeType, expression, isBase64, overBytes }: ResourceDefinition,
  value: unknown,
  { taskId, toolName }: MappedTask,
): Promise<ContentBlock | undefined> {
  const { text, isJson } = await toReturnedText(expression, value);
  if (isBase64 && (isJson || !BASE64.test(text))) {
    throw new Misfit('result.resource.content does not give base64');
  }
  const size = isBase64 ? Math.floor((text.length * 3) / 4) : toBytes(text);
  if (size <= overBytes) return undefined;
  return {
    type: 'resource_link',
    uri: toResourceUri(taskId),
    name: name === undefined ? toolName : fillIn(name, value),
    mimeType: mimeType ?? toMimeType(isBase64, isJson),
    size,
  };
}

export function toMimeType(isBase64: boolean, isJson: boolean): string {
  if (isBase64) return 'application/octet-stream';
  return isJson ? 'application/json' : 'text/plain';
}

/** Describes a link in words, for hosts that show models only text. */
export function describeLink({ name, uri, size }: ContentBlock): string {
  return `${quote(name)} (${String(size)} bytes) is a resource of this server: read ${quote(uri)}.`;
}
