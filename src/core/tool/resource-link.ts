/** The part of a returned value that becomes a resource, and the content block that replaces it. */

import type { ResourceDefinition } from '../../definition/tool/result.js';
import type { Logger } from '../logger.js';
import type { Scope } from '../mapping/expression.js';
import { evaluateFor, Misfit, toText } from '../mapping/misfit.js';
import { logWrong } from '../mapping/missing-values.js';
import { fillText } from '../mapping/text.js';
import { fromBase64, isBytes, LARGE_BYTES, toBase64 } from '../value/bytes.js';
import { quote, toLine } from '../value/quote.js';

import { ANY_BYTES, type ContentBlock } from './content-block.js';
import { pictureTypeOf } from './picture.js';
import { toResourceUri } from './task-resource.js';

/** Kinds of bytes that have a content block of their own (`ImageContent`, `AudioContent` of the MCP schema). */
const MEDIA = /^(image|audio)\//;
const WORDS: Readonly<Record<string, string>> = {
  resource: 'a file',
  image: 'a picture',
  audio: 'a sound',
};

export interface MappedTask {
  /** The task whose Workflow has returned the value. Absent: a Query or an Update has, so no link leads to it. */
  readonly taskId?: string | undefined;
  readonly toolName: string;
  /** The call, as the mapping may name it. */
  readonly scope: Scope;
  readonly logger?: Logger | undefined;
}

/** Bytes that a Workflow returns, if its tool does not say what they are. */
export const BYTES: ResourceDefinition = { largerThan: LARGE_BYTES };

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
  { content: part, encoding }: ResourceDefinition,
  scope: Scope,
): Promise<ReturnedContent> {
  const { result } = scope;
  if (isBytes(result)) return { text: toBase64(result), kind: 'base64' };
  if (!part) throw new Misfit('the result has no bytes');
  const content = await evaluateFor(part, scope, 'result.resource.content');
  const text = toText(content);
  if (!encoding) return { text, kind: typeof content === 'string' ? 'text' : 'json' };
  const bytes = typeof content === 'string' ? fromBase64(text) : undefined;
  if (bytes) return { text: toBase64(bytes), kind: 'base64' };
  throw new Misfit('result.resource.content does not give base64');
}

function toSize({ text, kind }: ReturnedContent): number {
  if (kind !== 'base64') return new TextEncoder().encode(text).length;
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}

/** The types of pictures that models take. */
const SHOWN_TYPES = 'image/png, image/jpeg, image/gif or image/webp';

/**
 * Makes the block of a resource: a picture or a sound, a link to large content, or small bytes. `undefined` for other
 * small content, which stays in the result.
 *
 * @throws {Misfit} If the value has no such resource.
 */
export async function toResourceBlock(
  definition: ResourceDefinition,
  scope: Scope,
  task: MappedTask & { readonly taskId: string },
): Promise<ContentBlock | undefined> {
  const { taskId, toolName, logger } = task;
  const { name, largerThan } = definition;
  const content = await readContent(definition, scope);
  const { text, kind } = content;
  const mimeType = definition.mimeType ?? toMimeType(content);
  const [, media] = kind === 'base64' ? (MEDIA.exec(mimeType) ?? []) : [];
  const shownType = media === 'image' ? pictureTypeOf(text) : mimeType;
  if (logger && shownType !== mimeType) {
    logWrong(logger, {
      toolName,
      key: 'result.resource.mimeType',
      wanted: shownType ?? SHOWN_TYPES,
    });
  }
  if (media !== undefined && shownType !== undefined && text !== '') {
    return { type: media, data: text, mimeType: shownType };
  }
  const size = toSize(content);
  const uri = toResourceUri(taskId);
  if (size > largerThan) {
    const label = (name && (await fillText(name, scope, toLine))) ?? toolName;
    return { type: 'resource_link', uri, name: label, mimeType, size };
  }
  return isBytes(scope['result']) || media !== undefined
    ? { type: 'resource', resource: { uri, mimeType, blob: text } }
    : undefined;
}

export function toMimeType({ kind }: ReturnedContent): string {
  if (kind === 'base64') return ANY_BYTES;
  return kind === 'json' ? 'application/json' : 'text/plain';
}

/** Describes a block in words, for hosts that show models only text. */
export function describeBlock({ type, name, uri, size, mimeType, resource }: ContentBlock): string {
  if (type === 'resource_link') {
    return `${quote(String(name))} (${String(size)} bytes) is a resource of this server: read ${toLine(uri)}.`;
  }
  const label =
    type === 'resource' ? (resource as { readonly mimeType: string }).mimeType : mimeType;
  return `Beside this text, the result has ${WORDS[type] ?? type} (${toLine(label)}).`;
}
