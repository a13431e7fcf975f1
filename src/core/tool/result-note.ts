import { isRecord } from '../value/is-record.js';
import { ownMember } from '../value/members.js';

import type { ContentBlock } from './content-block.js';
import type { OutputRules } from './tool-definition.js';
import type { ToolResult } from './tool-result.js';

export interface ResultNote {
  /** Absent: no output schema. */
  readonly output: OutputRules | undefined;
  readonly text: string;
  /** The member of structured content with the text. */
  readonly member: string;
}

const JSON_TEXT = /^\s*[[{]/;

/** Appends the text to the last text block, unless that is JSON, which clients parse. */
function noteInContent(content: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  const at = content.findLastIndex(({ type }) => type === 'text');
  const body = content[at]?.['text'];
  if (typeof body !== 'string' || JSON_TEXT.test(body)) return content;
  return content.with(at, { ...content[at], type: 'text', text: `${body}\n\n(${text})` });
}

/** Leaves structured content unchanged if the output schema forbids the member, or it exists already. */
async function noteInStructured(
  content: Readonly<Record<string, unknown>>,
  { text, member, output }: ResultNote,
): Promise<Readonly<Record<string, unknown>>> {
  if (ownMember(content, member) !== undefined) return content;
  const noted = { ...content, [member]: text };
  const violations = (await output?.validate(noted)) ?? [];
  return violations.length === 0 ? noted : content;
}

/**
 * Adds a note for the model to a result, in the text and in structured content, since some hosts show a model only one
 * of them. The result keeps its blocks: a client that expects one text gets one.
 */
export async function addNote(result: ToolResult, note: ResultNote): Promise<ToolResult> {
  const { content, structuredContent } = result;
  return {
    ...result,
    content: noteInContent(content, note.text),
    structuredContent: isRecord(structuredContent)
      ? await noteInStructured(structuredContent, note)
      : structuredContent,
  };
}
