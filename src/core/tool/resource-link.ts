/** The part of a returned value that becomes a resource, and the content block that replaces it. */

import type { Logger } from '../logger.js';
import type { Scope } from '../mapping/expression.js';
import { evaluateFor, Misfit, toText } from '../mapping/misfit.js';
import { fillText } from '../mapping/text.js';
import { isBytes, toBase64 } from '../value/bytes.js';
import { quote, toLine } from '../value/quote.js';

import { type ResourceDefinition, toPartUri, toResourceUri } from './task-resource.js';
import type { ContentBlock } from './tool-result.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Kinds of bytes that have a content block of their own (`ImageContent`, `AudioContent` of the MCP schema). */
const MEDIA = /^(image|audio)\//;
const WORDS: Readonly<Record<string, string>> = {
  resource: 'a file',
  image: 'a picture',
  audio: 'a sound',
};

export interface MappedTask {
  readonly taskId: string;
  readonly toolName: string;
  /** The call, as the mapping may name it. */
  readonly scope: Scope;
  readonly logger?: Logger | undefined;
}

/** The content of a resource, as the client gets it. */
export interface ReturnedContent {
  /** A text, or bytes in base64. */
  readonly text: string;
  readonly kind: 'json' | 'text' | 'base64';
}

/**
 * @param scope Has the returned value as `result`.
 * @throws {Misfit} If the value has no such content.
 */
export async function readContent(
  { expression, isBase64 }: ResourceDefinition,
  scope: Scope,
): Promise<ReturnedContent> {
  const { result } = scope;
  if (isBytes(result)) return { text: toBase64(result), kind: 'base64' };
  const content = await evaluateFor(expression, scope, 'result.resource.content');
  const text = toText(content);
  if (!isBase64) return { text, kind: typeof content === 'string' ? 'text' : 'json' };
  if (typeof content === 'string' && BASE64.test(text)) return { text, kind: 'base64' };
  throw new Misfit('result.resource.content does not give base64');
}

function toSize({ text, kind }: ReturnedContent): number {
  if (kind !== 'base64') return new TextEncoder().encode(text).length;
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}

/** Bytes that are returned as such, and the tool does not say what they are. */
export function toBytesBlock(
  { text }: ReturnedContent,
  mimeType: string,
  { taskId, toolName }: Pick<MappedTask, 'taskId' | 'toolName'>,
): ContentBlock {
  const [, type] = MEDIA.exec(mimeType) ?? [];
  if (type !== undefined) return { type, data: text, mimeType };
  return { type: 'resource', resource: { uri: toPartUri(taskId, toolName), mimeType, blob: text } };
}

/**
 * Makes the block of a resource: a picture or a sound, a link to large content, or small bytes. `undefined` for other
 * small content, which stays in the result.
 *
 * @throws {Misfit} If the value has no such resource.
 */
export async function toResourceBlock(
  definition: ResourceDefinition,
  scope: Scope,
  task: MappedTask,
): Promise<ContentBlock | undefined> {
  const { name, overBytes } = definition;
  const content = await readContent(definition, scope);
  const mimeType = definition.mimeType ?? toMimeType(content);
  const isMedia = content.kind === 'base64' && MEDIA.test(mimeType);
  const size = toSize(content);
  if (isMedia || (isBytes(scope['result']) && size <= overBytes))
    return toBytesBlock(content, mimeType, task);
  if (size <= overBytes) return undefined;
  return {
    type: 'resource_link',
    uri: toResourceUri(task.taskId),
    name: (name && (await fillText(name, scope, toLine))) ?? task.toolName,
    mimeType,
    size,
  };
}

export function toMimeType({ kind }: ReturnedContent): string {
  if (kind === 'base64') return 'application/octet-stream';
  return kind === 'json' ? 'application/json' : 'text/plain';
}

/** Describes a block in words, for hosts that show models only text. */
export function describeBlock({ type, name, uri, size, mimeType, resource }: ContentBlock): string {
  if (type === 'resource_link') {
    return `${quote(String(name))} (${String(size)} bytes) is a resource of this server: read ${toLine(uri)}.`;
  }
  const given =
    type === 'resource' ? (resource as { readonly mimeType: string }).mimeType : mimeType;
  return `Beside this text, the result has ${WORDS[type] ?? type} (${toLine(given)}).`;
}
