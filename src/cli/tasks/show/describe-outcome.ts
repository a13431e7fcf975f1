import { cleanLine, cleanText, toCleanJson } from '../../../app/config/clean-text.js';
import type { ContentBlock, TaskOutcome } from '../../../core/tool/tool-result.js';

const JSON_INDENT = 2;

function describeBlock(block: ContentBlock): string {
  const { type, text, uri, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return cleanText(text);
  const facts = [type, uri, mimeType].filter((fact) => typeof fact === 'string').map(cleanLine);
  return `[${facts.join(', ')}]`;
}

/** The end of a task for people, by line. */
export function describeOutcome(outcome: TaskOutcome): string[] {
  switch (outcome.kind) {
    case 'result': {
      const { content, structuredContent } = outcome.result;
      const blocks = content.flatMap((block) => describeBlock(block).split('\n'));
      if (blocks.length > 0 || structuredContent === undefined) return blocks;
      return toCleanJson(structuredContent, JSON_INDENT).split('\n');
    }
    case 'error': {
      const { code, message } = outcome.error;
      return `${cleanText(message)} (${code})`.split('\n');
    }
    case 'cancelled':
      return ['It was cancelled, and has no result.'];
  }
}
