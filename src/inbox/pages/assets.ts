/** Script, style and icon of the pages, from this package. */
import { readFile } from 'node:fs/promises';

import { PAGE_HEADERS } from './page.js';
import { STYLE } from './style.js';

/** A new release is not to be held up by an old script for longer. */
const MAX_AGE_S = 300;
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0550ae"/><path d="M3 4h10v5h-3l-1 2H7l-1-2H3z" fill="none" stroke="#fff" stroke-width="1.5"/></svg>';

let script: Promise<string> | undefined;

/** It goes to browsers as it stands, so that it is plain JavaScript here, and beside this file when it is compiled. */
async function readScript(): Promise<string> {
  script ??= readFile(new URL('../browser/live.mjs', import.meta.url), 'utf8');
  return script;
}

const ASSETS: Readonly<Record<string, readonly [string, () => string | Promise<string>]>> = {
  'live.js': ['text/javascript; charset=utf-8', readScript],
  'style.css': ['text/css; charset=utf-8', () => STYLE],
  'icon.svg': ['image/svg+xml', () => ICON],
};

/** Sends one; `undefined` where there is none of the name. */
export async function sendAsset(file: string): Promise<Response | undefined> {
  const [type, read] = ASSETS[file] ?? [];
  if (type === undefined || !read) return undefined;
  const headers = {
    ...PAGE_HEADERS,
    'Content-Type': type,
    'Cache-Control': `public, max-age=${MAX_AGE_S}`,
  };
  return new Response(await read(), { headers });
}
