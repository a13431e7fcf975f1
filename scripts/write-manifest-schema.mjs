/**
 * Writes docs/mcp-tasks.schema.json and docs/keys.md from the compiled schema of the manifest. Editors complete
 * manifests by the schema; people read the page.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { toKeyReference } from './key-reference.mjs';

const { toManifestJsonSchema } = await import('../dist/src/manifest/manifest-json-schema.js');
const schema = toManifestJsonSchema();
const docs = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
writeFileSync(docs('mcp-tasks.schema.json'), `${JSON.stringify(schema, null, 2)}\n`);
const filepath = docs('keys.md');
writeFileSync(
  filepath,
  await format(toKeyReference(schema), { ...(await resolveConfig(filepath)), filepath }),
);
