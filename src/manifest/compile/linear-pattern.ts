/**
 * Matches patterns of JSON Schemas in time proportional to the text. JavaScript's own engine backtracks: `^(a+)+$`
 * keeps it busy for hours with forty characters.
 */
import { RE2JS } from 're2js';

export interface Pattern {
  readonly test: (text: string) => boolean;
  /** Matching takes time in proportion to any text. */
  readonly isLinear: boolean;
}

/** Tokens with another meaning in RE2 than in JavaScript: classes, escapes, dots. */
const TOKEN = /\[(?:\\s\\S|\\S\\s)\]|\\.|[[\].]/gsu;
/** The characters of `\s` in JavaScript; in RE2 it is ASCII only. */
const WHITESPACE =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_LINE_BREAK = '[^\\n\\r\\x{2028}\\x{2029}]';
const ANYTHING = '\\x00-\\x{10FFFF}]';
/** Matches escapes of surrogates: halves of a character, which JavaScript joins. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function toRe2Token(token: string, isInClass: boolean): string {
  switch (token) {
    case '[':
      return isInClass ? '\\[' : '[';
    case '.':
      return isInClass ? '.' : NO_LINE_BREAK;
    case '\\s':
      return isInClass ? WHITESPACE : `[${WHITESPACE}]`;
    case '\\S':
      if (isInClass)
        throw new SyntaxError('RE2 has no class of all that is not Unicode whitespace.');
      return `[^${WHITESPACE}]`;
    case '\\k':
      throw new SyntaxError('RE2 has no references to groups.');
    case '[\\s\\S]':
    case '[\\S\\s]':
      return `${isInClass ? '\\[' : '['}${ANYTHING}`;
    default:
      return token;
  }
}

/**
 * Translates a pattern of JavaScript for RE2.
 *
 * @throws {SyntaxError} When RE2 cannot express the pattern, but would not report that itself.
 */
function toRe2(source: string): string {
  if (SURROGATE.test(source)) throw new SyntaxError('RE2 does not join halves of a character.');
  let isInClass = false;
  const translated = source.replace(TOKEN, (token) => {
    const words = toRe2Token(token, isInClass);
    if (token === '[') isInClass = true;
    else if (token.endsWith(']') && !token.startsWith('\\')) isInClass = false;
    return words;
  });
  return RE2JS.translateRegExp(translated);
}

/**
 * Compiles a pattern of JSON Schema: JavaScript's, with Unicode. RE2 matches it, which reads a text only once.
 * JavaScript's own engine matches look-ahead, look-behind, references to groups, more than 1,000 repetitions and
 * `\p{Script=…}`, which RE2 does not know.
 *
 * @throws {SyntaxError} When the text isn't a pattern.
 */
export function compilePattern(source: string): Pattern {
  const native = new RegExp(source, 'u');
  try {
    const linear = RE2JS.compile(toRe2(source));
    return { test: (text) => linear.test(text), isLinear: true };
  } catch {
    return { test: (text) => native.test(text), isLinear: false };
  }
}
