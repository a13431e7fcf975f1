/** Says in plain words what is wrong with YAML, and what to write. */
import { type Document, isScalar, Scalar, type YAMLParseError, visit } from 'yaml';

type ParsingError = Pick<YAMLParseError, 'code' | 'message' | 'pos'>;

/** A place in a file, and what to write there. */
export interface ExplainedError {
  readonly offset: number;
  readonly message: string;
}

const MULTIPLE =
  'A file has one document: write the tools of the others into it, or name several files (--manifest).';
const NO_COLON = 'A key needs a colon and a blank behind it: "name: value".';

/** Texts of the parser, in the order in which they are tried, with the words for authors. */
const WORDS: readonly (readonly [text: RegExp, words: string])[] = [
  [/^Tabs are not allowed/, 'Indent with blanks: YAML does not allow tabs here.'],
  [/^Missing closing ["']quote/, 'This text has no closing quote.'],
  [/end with a \}/, 'A "{" before this place has no "}".'],
  [/end with a \]/, 'A "[" before this place has no "]".'],
  [/must start at the same column/, 'Begin this line in the same column as the keys above it.'],
  [/^Implicit keys need|^Implicit map keys need|^Missing space after :/, NO_COLON],
  [/^Missing , /, 'A comma is missing between two values in brackets.'],
  [/^Sequence item without/, 'Begin each element of a list with "- ".'],
  [/^Comments must be separated/, 'Write a blank before "#", or put the text in quotes.'],
  [/^Block scalar header/, 'Begin the text in the line after "|" or ">".'],
  [
    /^Invalid escape sequence/,
    'A backslash is part of an escape in double quotes: use single quotes.',
  ],
  [/at node end$/, 'The value has ended before this place: put the whole text in quotes.'],
  [
    /^Unexpected .* in flow/,
    'Not expected inside brackets: put texts in quotes, and close each bracket.',
  ],
];

/** The beginning of the text in quotes that reaches the end of the file. */
function findOpenQuote(document: Document): number | undefined {
  let open: number | undefined;
  visit(document, {
    Scalar(_key, node) {
      const isQuoted = node.type === Scalar.QUOTE_SINGLE || node.type === Scalar.QUOTE_DOUBLE;
      if (isScalar(node) && isQuoted) open = node.range?.[0] ?? open;
    },
  });
  return open;
}

/** Blanks that look like those of an indent, and that YAML takes for letters. */
const FOREIGN_BLANK = /^[ \t]*([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff])/m;

/** Finds a line that begins with a blank which YAML takes for a letter: pages and chats write such blanks. */
export function findForeignBlank(text: string): ExplainedError | undefined {
  const match = FOREIGN_BLANK.exec(text);
  if (!match) return undefined;
  const [indent] = match;
  const message = 'This line begins with a no-break space, or one like it: indent with blanks.';
  return { offset: match.index + indent.length - 1, message };
}

/** Explains an error of the parser. Texts without words here stay as they are. */
export function explainYaml(
  text: string,
  document: Document,
  { code, message, pos: [offset] }: ParsingError,
): ExplainedError {
  if (code === 'DUPLICATE_KEY') {
    const [key = ''] = /^[^:,}\n]*/.exec(text.slice(offset)) ?? [];
    return {
      offset,
      message: `The key ${key.trim()} is a duplicate. Remove or rename one of them.`,
    };
  }
  if (code === 'MULTIPLE_DOCS') return { offset, message: MULTIPLE };
  const words = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  const isOpen = message.startsWith('Missing closing');
  return {
    offset: (isOpen ? findOpenQuote(document) : undefined) ?? offset,
    message: words ?? `Not YAML: ${message}.`,
  };
}
