/** Finds the methods of a server by requests: a list by hand could miss one. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Channel } from './attacked-server.js';

const METHOD_NOT_FOUND = -32601;
/** A string literal that may be the name of a method. */
const LIKE_A_METHOD = /['"`]([a-z][a-zA-Z]*(?:\/[a-z][a-zA-Z_]*)+|ping|initialize)['"`]/g;

const src = fileURLToPath(new URL('../../../src', import.meta.url));

function readSources(): readonly string[] {
  const own = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(src, name), 'utf8'));
  const { resolve } = createRequire(import.meta.url);
  const sdk1 = readFileSync(resolve('@modelcontextprotocol/sdk/types.js'), 'utf8');
  const sdk2 = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/server')));
  const ofSdk2 = readdirSync(sdk2)
    .filter((name) => name.endsWith('.mjs') || name.endsWith('.js'))
    .map((name) => readFileSync(join(sdk2, name), 'utf8'));
  return [...own, sdk1, ...ofSdk2];
}

/** All names in this package's code and in the SDKs' code that may be methods of requests. */
export function findMethodNames(): readonly string[] {
  const names = readSources().flatMap((text) =>
    [...text.matchAll(LIKE_A_METHOD)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('notifications/')).sort();
}

/** The names that a server answers with anything but "method not found". */
export async function findAnsweredMethods(
  channel: Channel,
  names: readonly string[],
): Promise<readonly string[]> {
  const answered: string[] = [];
  for (const name of names) {
    const { message } = await channel.send(name, {});
    if (message?.error?.code !== METHOD_NOT_FOUND) answered.push(name);
  }
  return answered;
}
