#!/usr/bin/env node
/**
 * The command `temporal-mcp-tasks`. It looks at Node's version, then turns on the compile cache, before it imports what
 * an older Node can't parse.
 */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

import { packageInfo } from '../app/config/package-info.js';

import { ExitCode } from './exit-code.js';
import { explainOldNode } from './old-node.js';

const oldNode = explainOldNode(packageInfo, process.versions.node);
if (oldNode !== undefined) {
  process.stderr.write(`${oldNode}\n`);
  process.exit(ExitCode.error);
}

// On Node 22 and newer, later starts reuse the compiled code.
(nodeModule as { enableCompileCache?: (() => void) | undefined }).enableCompileCache?.();

/** `serve` with its dependencies in few files, which Node reads faster than modules. The published package has it. */
const bundle = new URL('../../bundle/serve.js', import.meta.url);
const [command, ...args] = process.argv.slice(2);
/**
 * True if the user's modules import this package. They have to get the same classes as the server, so there is no
 * bundle.
 */
const hasModules = args.some((argument) => /\.[cm]?[jt]s$/.test(argument));
const isBundled = command === 'serve' && !hasModules && existsSync(bundle);
await import(isBundled ? bundle.href : './programs/all.js');
