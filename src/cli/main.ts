#!/usr/bin/env node
/** The command `temporal-mcp-tasks`. It turns on the compile cache before it imports the rest. */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

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
