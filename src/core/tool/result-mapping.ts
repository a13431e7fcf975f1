/** The manifest's mapping of a returned value to a tool result. */

import type { ResourceDefinition, ResultMapping } from '../../definition/tool/result.js';
import type { Scope } from '../mapping/expression.js';
import { evaluateFor, Misfit, toText } from '../mapping/misfit.js';
import { logMissing } from '../mapping/missing-values.js';
import { showText } from '../mapping/text.js';
import { isBytes, toBase64 } from '../value/bytes.js';
import { isRecord } from '../value/is-record.js';

import type { ContentBlock } from './content-block.js';
import { BYTES, describeBlock, type MappedTask, toResourceBlock } from './resource-link.js';
import { saysError, type ToolResult, toTextResult, toToolResult } from './tool-result.js';

/** A tool result, or the mismatch of mapping and value, in words that quote no data. */
export type MappedResult =
  | { readonly ok: true; readonly result: ToolResult | undefined }
  | { readonly ok: false; readonly problem: string };

async function readStructured(
  { structured }: ResultMapping,
  scope: Scope,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!structured) return undefined;
  const content = await evaluateFor(structured, scope, 'result.structured');
  if (isRecord(content)) return content;
  throw new Misfit('result.structured does not give an object');
}

async function readText(
  { text }: ResultMapping,
  scope: Scope,
  { logger, toolName }: MappedTask,
): Promise<string | undefined> {
  if (!text) return undefined;
  const rendering = await showText(text, scope, toText);
  logMissing(logger, { toolName, key: 'result.text', ...rendering });
  return rendering.text;
}

async function toBlock(
  resource: ResourceDefinition | undefined,
  scope: Scope,
  task: MappedTask,
): Promise<ContentBlock | undefined> {
  const { taskId } = task;
  const definition = resource ?? (isBytes(scope['result']) ? BYTES : undefined);
  return definition && taskId !== undefined
    ? toResourceBlock(definition, scope, { ...task, taskId })
    : undefined;
}

async function toMapped(
  value: unknown,
  mapping: ResultMapping,
  task: MappedTask,
): Promise<ToolResult | undefined> {
  const { resource } = mapping;
  // A mapping is for results, and would hide that this isn't one.
  if (saysError(value)) return toToolResult(value);
  const scope = { ...task.scope, result: value };
  const structuredContent = await readStructured(mapping, scope);
  const text = await readText(mapping, scope, task);
  const block = await toBlock(resource, scope, task);
  const structured = structuredContent && { structuredContent };
  if (block) {
    const fullText = [text, describeBlock(block)].filter((part) => part !== undefined).join('\n\n');
    return { content: [...toTextResult(fullText).content, block], ...structured };
  }
  // No link leads to the bytes of a Query or an Update.
  const data = structuredContent ?? (isBytes(value) ? { base64: toBase64(value) } : value);
  if (text !== undefined) {
    return { ...toTextResult(text), structuredContent: isRecord(data) ? data : undefined };
  }
  return toToolResult(data);
}

export async function mapResult(
  value: unknown,
  mapping: ResultMapping,
  task: MappedTask,
): Promise<MappedResult> {
  try {
    return { ok: true, result: await toMapped(value, mapping, task) };
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, problem: error.message };
    throw error;
  }
}
