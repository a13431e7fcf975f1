import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The READMEs of both packages and the pages of `docs`, as paths from the root. */
export const pages: readonly string[] = [
  'README.md',
  'packages/workflow/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A fenced block of a page. */
export interface Block {
  /** Page and line. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** The reason of a comment `<!-- not run: reason -->` in front of the block. */
  readonly notRun?: string;
}

const FENCED = /(?:<!-- not run: (.+?) -->\s+)?^( *)```(\w*).*\n([\s\S]*?)^ *```$/gm;

/** Reads the fenced blocks of a page in order, those in lists included. */
export function readBlocks(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(FENCED)].map((match) => {
    const [whole, notRun, indent = '', language = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return {
      place: `${page}:${line + whole.slice(0, whole.indexOf('```')).split('\n').length - 1}`,
      page,
      language,
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
      ...(notRun !== undefined && { notRun }),
    };
  });
}
