import { type Document, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml';

import { interpolateEnvironment } from './interpolate-environment.js';
import type { ManifestProblem } from './manifest-error.js';
import { toOffsetInScalar } from './offset-in-scalar.js';

/** A position in a file, counted from 1. */
export type Position = Required<Pick<ManifestProblem, 'line' | 'column'>>;

/** What has a place in a document. */
interface Placed {
  readonly path: readonly PropertyKey[];
  /** The key itself is meant, and not its value. */
  readonly key?: string | undefined;
  /** At which character of the text at the path it is, counted from 0. */
  readonly offset?: number | undefined;
}

/** The text of one file of a manifest, parsed, and where in it everything stands. */
export class ManifestDocument {
  /** The file's name as messages have it. */
  readonly name: string;
  readonly #document: Document;
  readonly #lines = new LineCounter();

  constructor(text: string, name: string) {
    this.name = name;
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      keepSourceTokens: true,
    });
  }

  /**
   * Fills in what stands for something else: `${NAME}`. To be called once, before {@link content}.
   *
   * @returns What is wrong with the text itself.
   */
  resolve(environment: NodeJS.ProcessEnv): ManifestProblem[] {
    const { errors } = this.#document;
    if (errors.length > 0) {
      return errors.map(({ message, pos }) => this.#at(pos[0], message));
    }
    const aliases = this.#findLooseAliases();
    if (aliases.length > 0) return aliases;
    return interpolateEnvironment(this.#document, environment).map(({ name, offset, reason }) =>
      this.#at(
        offset,
        reason ??
          `The environment variable ${name} is not set: set it, or write \${${name}:-default}.`,
      ),
    );
  }

  /** What it says. */
  get content(): unknown {
    return this.#document.toJS() as unknown;
  }

  /** Where a problem is; where nothing is at its path, the nearest thing around it. */
  positionOf(problem: Placed): Position {
    return this.#toPosition(this.#findOffset(problem));
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

  /** Aliases without an anchor, which the parser finds out too late to say where. */
  #findLooseAliases(): ManifestProblem[] {
    const problems: ManifestProblem[] = [];
    visit(this.#document, {
      Alias: (_key, node) => {
        if (node.resolve(this.#document)) return;
        const message = `The alias *${node.source} has no anchor: write &${node.source} in front of what it stands for.`;
        problems.push(this.#at(node.range?.[0] ?? 0, message));
      },
    });
    return problems;
  }
}
