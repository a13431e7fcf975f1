#!/usr/bin/env node
/** The command `temporal-mcp-tasks`. Imports little by itself, so that the compile cache has all that follows. */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

// On Node 22 and newer, the next start takes what this one has compiled.
(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();

/** `serve` with its dependencies in few files, which Node reads faster than modules. The published package has it. */
const bundle = new URL('../../bundle/serve.js', import.meta.url);
const [command, ...args] = process.argv.slice(2);
/** Modules of the user's import this package, and have to get the classes that the server has. */
const hasModules = args.some((argument) => /\.[cm]?js$/.test(argument));
const isBundled = command === 'serve' && !hasModules && existsSync(bundle);
await import(isBundled ? bundle.href : './programs/all.js');
