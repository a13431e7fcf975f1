/** Shows the end of a task. A Workflow's values are always shown as text. */
import type { ContentBlock } from '../../core/tool/content-block.js';
import type { TaskOutcome, ToolResult } from '../../core/tool/tool-result.js';
import { cutText } from '../../core/value/cut-text.js';
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';

import { h, type Html } from './html.js';

/** Largest shown part of a text, in characters. Clients get the whole text. */
const MAX_SHOWN = 50_000;

/** Shows a text with its line breaks, in its own writing direction. */
export function preformatted(text: string): Html {
  const rest = text.length - MAX_SHOWN;
  return [
    h('pre', { dir: 'auto', tabindex: '0' }, `\n${cutText(text, MAX_SHOWN)}`),
    rest > 0 && h('p', { class: 'hint' }, `The rest is not shown: ${rest} more characters.`),
  ];
}

/** The address of a web page; `undefined` for other texts, such as scripts. */
export function toWebAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** A link to another site. It does not send the address of this page. */
export function outsideLink(address: string, text: string): Html {
  return h('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, text);
}

function showBlock({ type, ...block }: ContentBlock): Html {
  switch (type) {
    case 'text':
      return preformatted(String(block['text']));
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
        address === undefined ? h('code', {}, uri) : outsideLink(address, uri),
      );
    }
    default:
      return preformatted(toJson({ type, ...block }, 2) ?? '');
  }
}

/** Returns true for a text that is the JSON of the result's data: results often contain both. */
function isJsonOf(block: ContentBlock, data: unknown): boolean {
  return block.type === 'text' && data !== undefined && block['text'] === toJson(data);
}

function showResult({ content, structuredContent, isError }: ToolResult): Html {
  return [
    isError === true && h('p', { class: 'problem' }, 'The tool reported an error.'),
    isRecord(structuredContent) && preformatted(toJson(structuredContent, 2)),
    content.filter((block) => !isJsonOf(block, structuredContent)).map(showBlock),
  ];
}

/** Shows the end of a task. */
export function showOutcome(outcome: TaskOutcome): Html {
  switch (outcome.kind) {
    case 'result':
      return showResult(outcome.result);
    case 'error':
      return [
        h('p', { class: 'problem', dir: 'auto' }, outcome.error.message),
        h('p', { class: 'hint' }, `Error ${outcome.error.code}`),
      ];
    case 'cancelled':
      return h(
        'p',
        { dir: 'auto' },
        `It was cancelled. ${outcome.reason ?? 'There is no result.'}`,
      );
  }
}
