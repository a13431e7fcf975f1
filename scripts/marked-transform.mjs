/** Jest's transform of `npm run messages:produced`: compiles the marked copy of a source, where there is one. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import swc from '@swc/jest';

const root = fileURLToPath(new URL('..', import.meta.url));

function read(source, path) {
  const copy = join(process.env.MCP_TASKS_MARKED_COPIES, relative(root, path));
  return existsSync(copy) ? readFileSync(copy, 'utf8') : source;
}

const createTransformer = (options) => {
  const compiler = swc.createTransformer(options);
  return {
    ...compiler,
    process: (source, path, more) => compiler.process(read(source, path), path, more),
    processAsync: (source, path, more) => compiler.processAsync(read(source, path), path, more),
    getCacheKey: (source, path, more) => compiler.getCacheKey(read(source, path), path, more),
  };
};

export default { createTransformer };
