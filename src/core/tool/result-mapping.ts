/** The manifest's mapping of a returned value to a tool result. */

import type { Expression, Scope } from '../mapping/expression.js';
import { evaluateFor, Misfit, toText } from '../mapping/misfit.js';
import { logMissing } from '../mapping/missing-values.js';
import { showText, type Text } from '../mapping/text.js';
import { isBytes, toBase64 } from '../value/bytes.js';
import { isRecord } from '../value/is-record.js';

import { describeBlock, type MappedTask, toBytesBlock, toResourceBlock } from './resource-link.js';
import type { ResourceDefinition } from './task-resource.js';
import { type ContentBlock, type ToolResult, toTextResult, toToolResult } from './tool-result.js';

/** The MIME type of bytes of which the manifest does not say what they are. */
const BYTES_TYPE = 'application/octet-stream';

/** The mapping. Each absent part keeps its default. */
export interface ResultMapping {
  /** The structured content: an object. */
  readonly structured?: Expression;
  /** Text for people and models. */
  readonly text?: Text;
  readonly resource?: ResourceDefinition;
  /**
   * If a result does not fit the mapping or the output schema, the call gives it as text with a warning. Default: the
   * call fails.
   */
  readonly givesMisfits?: true;
}

/** A tool result, or the mismatch of mapping and value, in words that quote no data. */
export type MappedResult =
  | { readonly ok: true; readonly result: ToolResult | undefined }
  | { readonly ok: false; readonly problem: string };

async function readStructured(
  { structured }: ResultMapping,
  scope: Scope,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!structured) return undefined;
  const found = await evaluateFor(structured, scope, 'result.structured');
  if (isRecord(found)) return found;
  throw new Misfit('result.structured does not give an object');
}

async function readText(
  { text }: ResultMapping,
  scope: Scope,
  { logger, toolName }: MappedTask,
): Promise<string | undefined> {
  if (!text) return undefined;
  const shown = await showText(text, scope, toText);
  logMissing(logger, { toolName, key: 'result.text', ...shown });
  return shown.text;
}

async function toBlock(
  resource: ResourceDefinition | undefined,
  scope: Scope,
  task: MappedTask,
): Promise<ContentBlock | undefined> {
  if (resource) return toResourceBlock(resource, scope, task);
  const { result: value } = scope;
  if (!isBytes(value)) return undefined;
  return toBytesBlock({ text: toBase64(value), kind: 'base64' }, BYTES_TYPE, task);
}

async function toMapped(
  value: unknown,
  mapping: ResultMapping,
  task: MappedTask,
): Promise<ToolResult | undefined> {
  const { resource } = mapping;
  const scope = { ...task.scope, result: value };
  const structuredContent = await readStructured(mapping, scope);
  const text = await readText(mapping, scope, task);
  const block = await toBlock(resource, scope, task);
  const structured = structuredContent && { structuredContent };
  if (block) {
    const said = [text, describeBlock(block)].filter((one) => one !== undefined).join('\n\n');
    return { content: [...toTextResult(said).content, block], ...structured };
  }
  if (text !== undefined) {
    const own = structuredContent ?? (isRecord(value) ? value : undefined);
    return { ...toTextResult(text), ...(own && { structuredContent: own }) };
  }
  return toToolResult(structuredContent ?? value);
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
