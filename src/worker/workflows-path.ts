import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of the Workflow entry point that a Worker bundles. The one place that knows where
 * the sandboxed code lies, seen from the source and from `dist` alike.
 */
export const workflowsPath = fileURLToPath(
  new URL(`../../workflows/index${extname(import.meta.url)}`, import.meta.url),
);
