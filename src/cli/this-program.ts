/** How this program is started again: from a clone of its repository, where no package is needed, or from a package. */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import { packageInfo } from '../app/config/package-info.js';

import { quoteWord } from './quote-word.js';

export interface ProgramPlace {
  /** The folder with this program's `package.json`. */
  readonly root: string;
  /** True if it is a clone. A package lacks the script that `npm run` starts there. */
  readonly isClone: boolean;
  readonly directory: string;
  readonly platform: NodeJS.Platform;
}

const MAIN = join('dist', 'src', 'cli', 'main.js');
/** Commands that a clone has as scripts, which compile first. */
const SCRIPTS = ['dev', 'demo'];

export function findPlace(): ProgramPlace {
  const root = dirname(createRequire(import.meta.url).resolve(`${packageInfo.name}/package.json`));
  return {
    root,
    isClone: existsSync(join(root, 'scripts', 'run.mjs')),
    directory: realpathSync(process.cwd()),
    platform: process.platform,
  };
}

/** A command of this program as a person types it in the current directory. */
export function toTyped(
  [command, ...args]: readonly [string, ...string[]],
  { root, isClone, directory, platform }: ProgramPlace = findPlace(),
): string {
  const rest = args.map((word) => quoteWord(word, platform));
  if (!isClone) return ['npx', packageInfo.name, command, ...rest].join(' ');
  const isInside = relative(root, directory) === '';
  if (isInside && SCRIPTS.includes(command)) {
    return ['npm', 'run', command, ...(rest.length === 0 ? [] : ['--', ...rest])].join(' ');
  }
  const main = isInside ? MAIN.replaceAll(sep, '/') : join(root, MAIN);
  return ['node', quoteWord(main, platform), command, ...rest].join(' ');
}

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A command of this program as other programs start it, from folders of their own. The folder in which npx keeps
 * packages is emptied at times: npx finds the package again. Windows starts scripts, such as npx, by `cmd` alone.
 */
export function toStarted(
  args: readonly string[],
  { root, platform }: ProgramPlace = findPlace(),
): Started {
  if (!root.split(/[\\/]/).includes('_npx')) {
    return { command: 'node', args: [join(root, MAIN), ...args] };
  }
  const words = ['npx', '-y', packageInfo.name, ...args];
  const [command = '', ...rest] = platform === 'win32' ? ['cmd', '/c', ...words] : words;
  return { command, args: rest };
}
