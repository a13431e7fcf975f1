/** Shows the end of a task. A Workflow's values are always shown as text. */
import type { ContentBlock } from '../../core/tool/content-block.js';
import type { TaskOutcome, ToolResult } from '../../core/tool/tool-result.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';

import type { Content, MakeElement } from './element.js';
import { isFlatRecord, showFields } from './fields.js';
import { outsideLink, preformatted, toWebAddress } from './text.js';

function showBlock<Node>(h: MakeElement<Node>, { type, ...block }: ContentBlock): Content<Node> {
  switch (type) {
    case 'text':
      return preformatted(h, String(block['text']));
    case 'image':
    case 'audio': {
      const bytes = Math.floor((String(block['data']).length * 3) / 4);
      return h('p', {}, `${type}, ${String(block['mimeType'])}, about ${bytes} bytes`);
    }
    case 'resource_link': {
      const address = toWebAddress(block['uri']);
      const uri = String(block['uri']);
      return h(
        'p',
        { dir: 'auto' },
        `${String(block['name'])}: `,
        address === undefined ? h('code', {}, uri) : outsideLink(h, address, uri),
      );
    }
    default:
      return preformatted(h, toJson({ type, ...block }, 2) ?? '');
  }
}

/** Returns true for a text that is the JSON of the result's data: results often contain both. */
function isJsonOf(block: ContentBlock, data: unknown): boolean {
  return block.type === 'text' && data !== undefined && block['text'] === toJson(data);
}

/** Shows the data of a result: a flat object as a table, other data as JSON. */
function showData<Node>(h: MakeElement<Node>, data: unknown): Content<Node> {
  if (!isRecord(data)) return undefined;
  return isFlatRecord(data)
    ? showFields(h, Object.entries(data))
    : preformatted(h, toJson(data, 2));
}

function showResult<Node>(
  h: MakeElement<Node>,
  { content, structuredContent, isError }: ToolResult,
): Content<Node> {
  return [
    isError === true && h('p', { class: 'problem' }, 'The tool reported an error.'),
    showData(h, structuredContent),
    content
      .filter((block) => !isJsonOf(block, structuredContent))
      .map((block) => showBlock(h, block)),
  ];
}

/** Shows the end of a task. */
export function showOutcome<Node>(h: MakeElement<Node>, outcome: TaskOutcome): Content<Node> {
  switch (outcome.kind) {
    case 'result':
      return showResult(h, outcome.result);
    case 'error':
      return [
        h('p', { class: 'problem', dir: 'auto' }, outcome.error.message),
        h('p', { class: 'hint' }, `Error ${outcome.error.code}`),
      ];
    case 'cancelled':
      return h('p', { dir: 'auto' }, outcome.reason ?? 'There is no result.');
  }
}
