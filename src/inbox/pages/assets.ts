/** Script, style and icon of the pages, from this package. */
import { readFile } from 'node:fs/promises';

import { PAGE_HEADERS } from './page.js';
import { STYLE } from './style.js';

/** Time in which browsers may still use the files of an old release, in seconds. */
const MAX_AGE_S = 300;
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0550ae"/><path d="M3 4h10v5h-3l-1 2H7l-1-2H3z" fill="none" stroke="#fff" stroke-width="1.5"/></svg>';

let script: Promise<string> | undefined;

/** Reads the script. It is plain JavaScript, and the build copies it unchanged. */
async function readScript(): Promise<string> {
  script ??= readFile(new URL('../browser/page.mjs', import.meta.url), 'utf8');
  return script;
}

const ASSETS: Readonly<Record<string, readonly [string, () => string | Promise<string>]>> = {
  'page.js': ['text/javascript; charset=utf-8', readScript],
  'style.css': ['text/css; charset=utf-8', () => STYLE],
  'icon.svg': ['image/svg+xml', () => ICON],
};

/** Sends a file; `undefined` if there is no file of this name. */
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
