import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeOnce } from '../make-once.js';

import type { PublishedSchemas } from './find-published-schemas.js';
import { installOfficialRunner, officialRunnerInputs } from './official-runner.js';

const FILE = 'schemas.json';
const finder = fileURLToPath(new URL('find-published-schemas.ts', import.meta.url));

/**
 * Loads the JSON schemas of the protocol from the official conformance runner.
 *
 * No npm package has them as files. The search in the runner's code takes seconds, so the user's cache folder keeps
 * the result.
 */
export async function loadPublishedSchemas(): Promise<PublishedSchemas> {
  const inputs = [...(await officialRunnerInputs()), await readFile(finder)];
  const folder = await makeOnce('published-schemas', {
    inputs,
    make: async (unfinished) => {
      const { findPublishedSchemas } = await import('./find-published-schemas.js');
      const schemas = await findPublishedSchemas(await installOfficialRunner());
      await writeFile(join(unfinished, FILE), JSON.stringify(schemas));
    },
  });
  return JSON.parse(await readFile(join(folder, FILE), 'utf8')) as PublishedSchemas;
}
