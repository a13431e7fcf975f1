/** Texts that YAML takes for something else, since they are not in quotes. */
import { type Document, isPair, isScalar, isSeq, Scalar, type YAMLParseError, visit } from 'yaml';

import type { LocatedProblem } from '../manifest-error.js';

/** A place in a file, and what to write there. */
export interface UnquotedText {
  readonly offset: number;
  readonly message: string;
}

/** Errors of the parser that a text without quotes causes. */
const CAUSED: readonly string[] = [
  'UNEXPECTED_TOKEN',
  'BAD_SCALAR_START',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
];
/** A text continues after what YAML takes for its end. */
const BEGINS_ANOTHER = /^Unexpected (scalar|flow-seq-start|flow-map-start)/;
/** The signs before a value: its key, a bracket, a comma or a dash. */
const BEFORE_VALUE = /(?:^\s*- |: |[[{,] ?)/g;
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function isInFlow(before: string): boolean {
  const plain = before.replace(QUOTED, '');
  const count = (characters: RegExp): number => plain.match(characters)?.length ?? 0;
  return count(/[[{]/g) > count(/[\]}]/g);
}

/** The length of a value in a flow collection: up to the comma or bracket outside its own brackets. */
function lengthInFlow(rest: string): number {
  let depth = 0;
  for (const [at, character] of Array.from(rest).entries()) {
    if ('[{'.includes(character)) depth += 1;
    if (']}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && character === ',')) return at;
  }
  return rest.length;
}

/** Finds the text without quotes that an error of the parser comes from; `undefined` for other errors. */
export function findUnquoted(
  text: string,
  { code, message, pos: [offset] }: Pick<YAMLParseError, 'code' | 'message' | 'pos'>,
): UnquotedText | undefined {
  const isCaused = code !== 'UNEXPECTED_TOKEN' || BEGINS_ANOTHER.test(message);
  if (!CAUSED.includes(code) || !isCaused) return undefined;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split(/\r?\n/, 1)[0] ?? '';
  const keyEnd = /^\s*(?:- )?[\w.-]+: /.exec(line)?.[0].length ?? 0;
  const starts = Array.from(
    line.slice(0, offset - lineStart).matchAll(BEFORE_VALUE),
    (match) => match.index + match[0].length,
  );
  const inFlow = starts.findLast((at) => isInFlow(line.slice(0, at)) && at > keyEnd);
  const start = isInFlow(line.slice(0, offset - lineStart)) ? (inFlow ?? keyEnd) : keyEnd;
  if (start === 0) return undefined;
  const rest = line.slice(start);
  const isWithin = isInFlow(line.slice(0, start));
  const value = (isWithin ? rest.slice(0, lengthInFlow(rest)) : rest).trim();
  if (value === '' || /^['"]/.test(value)) return undefined;
  return {
    offset: lineStart + start,
    message: `Put the text in quotes: ${quoted(value)}.`,
  };
}

/** Finds texts that end where YAML begins a comment, as in `Pay #{amount} now?`: a comment has a blank after "#". */
export function findCutTexts(document: Document): readonly LocatedProblem[] {
  const found: LocatedProblem[] = [];
  visit(document, {
    Scalar(_key, { type, comment, value }, above) {
      if (type !== Scalar.PLAIN || typeof value !== 'string' || !/^\S/.test(comment ?? '')) return;
      const isText = value.includes(' ') || /[{}]/.test(comment ?? '');
      if (!isText) return;
      const message = `The text ends here, since " #" begins a comment. If the rest belongs to it, write ${quoted(`${value} #${comment ?? ''}`)}.`;
      found.push({ path: toPath(above), message });
    },
  });
  return found;
}

/** The path of a node below these ones. */
function toPath(above: readonly unknown[]): readonly PropertyKey[] {
  return above.flatMap((part, at): PropertyKey[] => {
    if (isPair(part)) return [String(part.key)];
    return isSeq(part) ? [part.items.indexOf(above[at + 1])] : [];
  });
}

/** Finds texts that are valid YAML, but no texts: tags (`!important`), and placeholders as maps (`{order_id}`). */
export function findMistaken(text: string, document: Document): readonly UnquotedText[] {
  const found: UnquotedText[] = [];
  visit(document, {
    Node(_key, node) {
      if (node.tag === undefined || !node.range) return;
      const start = text.lastIndexOf('!', node.range[0]);
      const [line = ''] = text.slice(start).split(/\r?\n/, 1);
      const message = `"!" begins a tag of YAML, which a manifest does not have. Put a text in quotes: ${quoted(line.trim())}.`;
      found.push({ offset: Math.max(start, 0), message });
    },
    Map(_key, { flow, items, range }, path) {
      const isPlaceholder = flow && items.length > 0 && items.every(({ value }) => value === null);
      if (!isPlaceholder || !range || !items.every(({ key }) => isScalar(key))) return;
      const [start, end] = range;
      const above = path.findLast((part) => isPair(part));
      const names = items.map(({ key }) => String(key)).join(', ');
      const message =
        String(above?.key) === 'arguments'
          ? `Write a list of names: [${names}].`
          : `Put the text in quotes: ${quoted(text.slice(start, end))}.`;
      found.push({ offset: start, message });
    },
  });
  return found;
}
