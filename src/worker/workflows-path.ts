import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the Workflow entry point that a Worker bundles. It is right in the source and in `dist`. */
export const workflowsPath = fileURLToPath(
  new URL(`../../workflows/index${extname(import.meta.url)}`, import.meta.url),
);

export const systemWorkflowsPath = fileURLToPath(
  new URL(`./system-workflows/index${extname(import.meta.url)}`, import.meta.url),
);
