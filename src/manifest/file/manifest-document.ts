import {
  type Document,
  LineCounter,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  visit,
} from 'yaml';

import { isRecord } from '../../core/value/is-record.js';
import type { LocatedProblem, ManifestProblem } from '../manifest-error.js';
import type { ManifestPosition } from '../manifest.js';

import { explainYaml, findForeignBlank } from './explain-yaml.js';
import { findExposedSecrets } from './exposed-secrets.js';
import { interpolateEnvironment } from './interpolate-environment.js';
import { findCutTexts, findMistaken, findUnquoted } from './unquoted-text.js';

/** Far more levels than people write. The limit keeps recursive functions within the stack. */
const MAX_DEPTH = 100;
const TOO_DEEP = `More than ${MAX_DEPTH} levels of lists and mappings inside each other.`;
const EMPTY = {
  manifest: 'The file is empty. Write "version: 1" and, under "tools", at least one Workflow Type.',
  server: 'The file is empty. Write settings of the server, or leave "server" out of the manifest.',
} as const;
const NO_MERGE =
  'The value of "<<" must be an alias of a group of keys ("<<: *name"), or a list of them.';
const NO_PATH =
  'Must be a path. Write the settings of the server into a file of their own, and name it here: "server: server.yaml".';

/** Variables have capitals by custom, and arguments small letters. */
function hintAt(name: string): string {
  return /[a-z]/.test(name) ? ` An argument is {${name}}.` : '';
}

/** A position in a file, counted from 1. */
export type Position = Pick<ManifestPosition, 'line' | 'column'>;

/** Returns true for keys that hold what aliases refer to. */
function isExtension(key: string): boolean {
  return key.startsWith('x-');
}

function withoutKeys(content: unknown, isLeftOut: (key: string) => boolean): unknown {
  if (!isRecord(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([key]) => !isLeftOut(key)));
}

interface Placed {
  readonly path: readonly PropertyKey[];
  /** The key, if the problem is the key itself and not its value. */
  readonly key?: string | undefined;
}

/** `manifest`: a file with tools. `server`: the file with the settings of the server, which a manifest names. */
export type DocumentKind = 'manifest' | 'server';

/** The parsed text of one file of a manifest, with the positions of its parts. */
export class ManifestDocument {
  /** The file's name for messages. */
  readonly name: string;
  readonly #kind: DocumentKind;
  readonly #text: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();
  /** The whole content as plain values, once {@link resolve} has filled in the variables. Absent: unreadable. */
  #written: unknown;
  #warnings: readonly LocatedProblem[] = [];
  /** The offsets of texts with variables that are not set. */
  readonly #unset = new Set<number>();

  constructor(text: string, name: string, kind: DocumentKind = 'manifest') {
    this.name = name;
    this.#kind = kind;
    this.#text = text;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      // YAML 1.1 has "<<", and people know it from Docker Compose and GitLab.
      merge: true,
    });
  }

  /**
   * Checks the text, and replaces references to environment variables: `${NAME}`. Call it once, before {@link content}.
   *
   * @returns The problems of the text, or the missing variables of a text that can be read.
   */
  resolve(environment: NodeJS.ProcessEnv): ManifestProblem[] {
    const { errors } = this.#document;
    const tooDeep = errors.find(({ message }) => message.startsWith('Maximum call stack'));
    if (tooDeep) return [this.#at(tooDeep.pos[0], TOO_DEEP)];
    if (errors.length > 0) return this.#explainAll(errors);
    if (this.#document.contents === null) return [this.#at(0, EMPTY[this.#kind])];
    const deep = this.#findTooDeep();
    if (deep !== undefined) return [this.#at(deep, TOO_DEEP)];
    const mistaken = findMistaken(this.#text, this.#document);
    if (mistaken.length > 0)
      return mistaken.map(({ offset, message }) => this.#at(offset, message));
    const aliases = this.#findWrongAliases();
    if (aliases.length > 0) return aliases;
    const merges = this.#readContent();
    if (merges.length > 0) return merges;
    this.#warnings = [...findExposedSecrets(this.content), ...findCutTexts(this.#document)];
    const missing = interpolateEnvironment(this.#document, environment).map(
      ({ name, offset, reason }) => {
        this.#unset.add(offset);
        const message = `The environment variable ${name} is not set: set it, or write \${${name}:-default}.${hintAt(name)}`;
        return this.#at(offset, reason ?? message);
      },
    );
    this.#readContent();
    return [...missing, ...this.#findServerSettings()];
  }

  /** The content as plain values, as a part of the whole manifest. An unreadable text has none. */
  get content(): unknown {
    if (this.#written === undefined) return {};
    if (this.#kind === 'server') return { server: withoutKeys(this.#written, isExtension) };
    return withoutKeys(this.#written, (key) => isExtension(key) || key === 'server');
  }

  /** Secrets that others can read, and texts that end too early. Those of the server stay in its process. */
  get warnings(): readonly LocatedProblem[] {
    return this.#kind === 'server' ? [] : this.#warnings;
  }

  /** The path of the file with the settings of the server, as it was written; `undefined`: none is named. */
  get serverFile(): string | undefined {
    const path = this.#server;
    return typeof path === 'string' && path.trim() !== '' ? path : undefined;
  }

  /** The path in this file of a path in the whole manifest. */
  pathOf(path: readonly PropertyKey[]): readonly PropertyKey[] {
    return this.#kind === 'server' ? path.slice(1) : path;
  }

  /** Returns true for a problem that a variable may have caused, which is not set. */
  isOfUnset(problem: Placed): boolean {
    return this.#unset.has(this.#findOffset({ ...problem, path: this.pathOf(problem.path) }));
  }

  /** The position of a problem of the whole manifest, or of the nearest parent if its path is missing. */
  positionOf(problem: Placed): Position {
    return this.#toPosition(this.#findOffset({ ...problem, path: this.pathOf(problem.path) }));
  }

  /** The value of `server` in a file with tools, which aliases and "<<" may bring. */
  get #server(): unknown {
    if (this.#kind === 'server' || !isRecord(this.#written)) return undefined;
    return this.#written['server'];
  }

  /** Reports settings of the server in a file with tools. */
  #findServerSettings(): ManifestProblem[] {
    if (this.#server === undefined || this.serverFile !== undefined) return [];
    const { line, column } = this.positionOf({ path: ['server'], key: 'server' });
    return [{ file: this.name, path: 'server', message: NO_PATH, line, column }];
  }

  /** A foreign blank, or a text without quotes, confuses the parser for the rest of the file, so it alone is told. */
  #explainAll(errors: Document['errors']): ManifestProblem[] {
    const [first] = errors;
    const cause = findForeignBlank(this.#text) ?? (first && findUnquoted(this.#text, first));
    const explained = cause
      ? [cause]
      : errors.map((error) => explainYaml(this.#text, this.#document, error));
    return explained.map(({ offset, message }) => this.#at(offset, message));
  }

  #at(offset: number, message: string): ManifestProblem {
    return { file: this.name, path: '', message, ...this.#toPosition(offset) };
  }

  #toPosition(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }

  #findOffset({ path, key }: Placed): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const parent = path.slice(0, length);
      if (key !== undefined && length === path.length - 1) {
        const map = this.#document.getIn(parent, true);
        const pair = isMap(map) ? map.items.find((item) => String(item.key) === key) : undefined;
        if (isNode(pair?.key) && pair.key.range) return pair.key.range[0];
      }
      if (key !== undefined && length === path.length) continue;
      const node = this.#document.getIn(parent, true);
      if (isNode(node) && node.range) return node.range[0];
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

  /**
   * Reads the content. Reports a value of "<<" that isn't a map, and aliases that expand to too much: the parser reports
   * both without a place.
   */
  #readContent(): ManifestProblem[] {
    try {
      this.#written = this.#document.toJS() as unknown;
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      let offset = 0;
      visit(this.#document, {
        Pair: (_key, { key, value }) => {
          if (isScalar(key) && String(key.value) === '<<' && !isMap(value) && !isAlias(value))
            offset = key.range?.[0] ?? 0;
        },
      });
      const isMerge = reason.startsWith('Merge sources');
      return [this.#at(offset, isMerge ? NO_MERGE : `The aliases cannot be followed (${reason}).`)];
    }
  }

  /** Aliases without an anchor, and aliases inside their own anchor: the parser reports both without a place. */
  #findWrongAliases(): ManifestProblem[] {
    const problems: ManifestProblem[] = [];
    visit(this.#document, {
      Alias: (_key, node, path) => {
        const resolved = node.resolve(this.#document);
        if (resolved && path.includes(resolved)) {
          const message = `The alias *${node.source} is inside &${node.source}, so it would contain itself. In a JSON Schema, write a $ref.`;
          problems.push(this.#at(node.range?.[0] ?? 0, message));
          return;
        }
        if (resolved) return;
        const message = `The alias *${node.source} has no anchor: write &${node.source} before its value.`;
        problems.push(this.#at(node.range?.[0] ?? 0, message));
      },
    });
    return problems;
  }
}
