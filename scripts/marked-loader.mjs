/** Node's hook of `npm run messages:produced`: loads the marked copy of a compiled file, where there is one. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url).href;

export async function load(url, context, next) {
  if (!url.startsWith(root) || url.includes('/node_modules/')) return next(url, context);
  const copy = join(
    process.env.MCP_TASKS_MARKED_COPIES,
    fileURLToPath(url).slice(fileURLToPath(root).length),
  );
  if (!existsSync(copy)) return next(url, context);
  return { format: 'module', source: await readFile(copy, 'utf8'), shortCircuit: true };
}
