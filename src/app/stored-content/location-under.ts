/** Resolves the location of a stored result within the place that the manifest allows. All checks are in this file. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Encoded characters that some servers treat as a slash, a backslash or the end. */
const HIDDEN_SEPARATOR = /%(2f|5c|00)/i;

/** Returns the URL of a location; `undefined` if it is outside of the place. Dot segments are resolved first. */
export function urlUnder(under: string, location: string): URL | undefined {
  if (!URL.canParse(location, under)) return undefined;
  const root = new URL(under);
  const url = new URL(location, under);
  const isUnder =
    url.origin === root.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(root.pathname) &&
    url.pathname !== root.pathname &&
    !HIDDEN_SEPARATOR.test(url.pathname.slice(root.pathname.length));
  if (!isUnder) return undefined;
  url.hash = '';
  return url;
}

/** Returns true if a path is inside a directory. Both are absolute. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the path of a location or `file:` URL; `undefined` if it is outside of the directory. */
export function pathUnder(directory: string, location: string): string | undefined {
  if (location.includes('\0')) return undefined;
  const path = location.startsWith('file:') ? toPath(location) : resolve(directory, location);
  return path !== undefined && isInside(resolve(directory), path) ? path : undefined;
}

function toPath(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
