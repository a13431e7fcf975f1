import {
  type Document,
  LineCounter,
  type Node,
  Scalar,
  type YAMLParseError,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parse,
  parseDocument,
  visit,
} from 'yaml';

import type { ManifestProblem } from './manifest-error.js';
import { VariableFileError, readVariableFile } from './read-variable.js';

/** Far more levels than people write. The limit keeps recursive functions within the stack. */
const MAX_DEPTH = 100;
const TOO_DEEP = `More than ${MAX_DEPTH} levels of lists and mappings inside each other.`;
const EMPTY =
  'The file is empty. Write "version: 1" and, under "tools", at least one Workflow Type.';

/** A position in a file, counted from 1. */
export type Position = Required<Pick<ManifestProblem, 'line' | 'column'>>;

/** Something with a place in a document. */
interface Placed {
  readonly path: readonly PropertyKey[];
  /** The key, if the problem is the key itself and not its value. */
  readonly key?: string | undefined;
  /** Position in the text at the path, in characters from 0. */
  readonly offset?: number | undefined;
}

/** The parsed text of one file of a manifest, with the positions of its parts. */
export class ManifestDocument {
  /** The file's name for messages. */
  readonly name: string;
  readonly #text: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();

  constructor(text: string, name: string) {
    this.name = name;
    this.#text = text;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      keepSourceTokens: true,
    });
  }

  /**
   * Checks the text, and replaces references to environment variables: `${NAME}`. Call it once, before {@link content}.
   *
   * @returns The problems of the text, and the missing variables.
   */
  resolve(environment: NodeJS.ProcessEnv): ManifestProblem[] {
    const { errors } = this.#document;
    if (errors.length > 0) {
      return errors.map((error) => this.#at(error.pos[0], this.#explain(error)));
    }
    if (this.#document.contents === null) return [this.#at(0, EMPTY)];
    const deep = this.#findTooDeep();
    if (deep !== undefined) return [this.#at(deep, TOO_DEEP)];
    const aliases = this.#findWrongAliases();
    if (aliases.length > 0) return aliases;
    return interpolateEnvironment(this.#document, environment).map(({ name, offset, reason }) =>
      this.#at(
        offset,
        reason ??
          `The environment variable ${name} is not set: set it, or write \${${name}:-default}.`,
      ),
    );
  }

  /** The content as plain values. */
  get content(): unknown {
    return this.#document.toJS() as unknown;
  }

  /** The position of a problem, or of the nearest parent if its path is missing. */
  positionOf(problem: Placed): Position {
    return this.#toPosition(this.#findOffset(problem));
  }

  #explain({ code, message, pos }: Pick<YAMLParseError, 'code' | 'message' | 'pos'>): string {
    if (message.startsWith('Maximum call stack')) return TOO_DEEP;
    if (code !== 'DUPLICATE_KEY') return message;
    const [key = ''] = /^[^:,}\n]*/.exec(this.#text.slice(pos[0])) ?? [];
    return `The key ${key.trim()} is there twice. Remove one of them, or give it another name.`;
  }

  #at(offset: number, message: string): ManifestProblem {
    return { file: this.name, path: '', message, ...this.#toPosition(offset) };
  }

  #toPosition(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }

  #findOffset({ path, key, offset }: Placed): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const parent = path.slice(0, length);
      if (key !== undefined && length === path.length - 1) {
        const map = this.#document.getIn(parent, true);
        const pair = isMap(map) ? map.items.find((item) => String(item.key) === key) : undefined;
        if (isNode(pair?.key) && pair.key.range) return pair.key.range[0];
      }
      if (key !== undefined && length === path.length) continue;
      const node = this.#document.getIn(parent, true);
      if (isNode(node) && node.range) {
        return node.range[0] + (length === path.length ? toOffsetInScalar(node, offset) : 0);
      }
    }
    return 0;
  }

  /**
   * Finds the first list or mapping that is too deep. It works level by level, since recursion may exceed the stack.
   */
  #findTooDeep(): number | undefined {
    let level: readonly unknown[] = [this.#document.contents];
    for (let depth = 0; level.length > 0; depth += 1) {
      const inner = level.filter(isCollection);
      const [first] = inner;
      if (depth >= MAX_DEPTH && first) return first.range?.[0] ?? 0;
      level = inner.flatMap(({ items }) =>
        (items as readonly unknown[]).flatMap((item) =>
          isPair(item) ? [item.key, item.value] : [item],
        ),
      );
    }
    return undefined;
  }

  /** Aliases without an anchor, and aliases inside their own anchor: the parser reports both without a place. */
  #findWrongAliases(): ManifestProblem[] {
    const problems: ManifestProblem[] = [];
    visit(this.#document, {
      Alias: (_key, node, path) => {
        const resolved = node.resolve(this.#document);
        if (resolved && path.includes(resolved)) {
          const message = `The alias *${node.source} stands inside of &${node.source}, so that it would hold itself. In a JSON Schema, write a $ref.`;
          problems.push(this.#at(node.range?.[0] ?? 0, message));
          return;
        }
        if (resolved) return;
        const message = `The alias *${node.source} has no anchor: write &${node.source} in front of what it stands for.`;
        problems.push(this.#at(node.range?.[0] ?? 0, message));
      },
    });
    return problems;
  }
}

/** `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** An unquoted value of this form is a number or a boolean, and no string. */
const PLAIN_VALUE = /^(true|false|[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)$/;

/** A reference to a missing variable without a default, or to an unreadable file. */
export interface MissingVariable {
  readonly name: string;
  /** The fault of the variable's file. Absent: the variable is not set. */
  readonly reason?: string;
  readonly offset: number;
}

/**
 * Replaces references to environment variables in the values of a YAML document, in place. An unquoted value is read
 * again afterwards, so that `priority: ${PRIORITY}` is a number. If a variable is not set, or empty, the file that
 * `NAME_FILE` names is read instead. A default comes last.
 *
 * @returns The variables that are not set and have no default, and those with an unreadable file.
 */
export function interpolateEnvironment(
  document: Document,
  environment: NodeJS.ProcessEnv,
): MissingVariable[] {
  const missing: MissingVariable[] = [];
  const read = (name: string, offset: number): string | undefined => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    try {
      return readVariableFile(name, environment) ?? value;
    } catch (error) {
      if (!(error instanceof VariableFileError)) throw error;
      missing.push({ name, offset, reason: error.message });
      return '';
    }
  };
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const text = node.value.replace(REFERENCE, (match, name?: string, fallback?: string) => {
        if (name === undefined) return '${';
        // As in a shell, the default after `:-` also replaces an empty value.
        const offset = node.range?.[0] ?? 0;
        const given = read(name, offset);
        const value = (given === '' ? fallback : undefined) ?? given ?? fallback;
        if (value === undefined) missing.push({ name, offset });
        return value ?? match;
      });
      node.value =
        node.type === Scalar.PLAIN && PLAIN_VALUE.test(text) ? (parse(text) as unknown) : text;
    },
  });
  return missing;
}

/** Length of an opening quote. */
const QUOTE_LENGTH = 1;

/**
 * Returns the offset of a character from the start of its text's node in the file. Returns 0 if the text stands on
 * several lines, or with escapes.
 *
 * @param offset The character's position in the text, from 0. Absent: the text as a whole.
 */
function toOffsetInScalar(node: Node, offset: number | undefined): number {
  if (offset === undefined || !isScalar(node) || typeof node.value !== 'string') return 0;
  const { srcToken: token, value } = node;
  if (token === undefined || !('source' in token) || token.source.includes('\n')) return 0;
  if (token.type === 'scalar' && token.source === value) return offset;
  if (token.source === `"${value}"`) return QUOTE_LENGTH + offset;
  if (token.source !== `'${value.replaceAll("'", "''")}'`) return 0;
  const doubled = value.slice(0, offset).split("'").length - 1;
  return QUOTE_LENGTH + offset + doubled;
}
