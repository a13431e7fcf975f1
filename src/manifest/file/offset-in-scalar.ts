import { isScalar, type Node } from 'yaml';

/** Ahead of a text in quotes. */
const QUOTE_LENGTH = 1;

/**
 * The offset in the file of a character of a text, counted from the text's node; 0 if the file does not have the text
 * on one line as it is.
 *
 * @param offset Which character of the text, counted from 0. Absent: the text as a whole.
 */
export function toOffsetInScalar(node: Node, offset: number | undefined): number {
  if (offset === undefined || !isScalar(node) || typeof node.value !== 'string') return 0;
  const { srcToken: token, value } = node;
  if (token === undefined || !('source' in token) || token.source.includes('\n')) return 0;
  if (token.type === 'scalar' && token.source === value) return offset;
  if (token.source === `"${value}"`) return QUOTE_LENGTH + offset;
  if (token.source !== `'${value.replaceAll("'", "''")}'`) return 0;
  const doubled = value.slice(0, offset).split("'").length - 1;
  return QUOTE_LENGTH + offset + doubled;
}
