/**
 * Writes docs/mcp-tasks.schema.json, docs/server.schema.json and docs/keys.md from the compiled schemas of a manifest's
 * files. Editors complete the files by the schemas; people read the page.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { toKeyReference } from './key-reference.mjs';

const { toManifestJsonSchema, toServerJsonSchema } =
  await import('../dist/src/manifest/load/manifest-schema.js');
const schemas = { manifest: toManifestJsonSchema(), server: toServerJsonSchema() };
const docs = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
const toText = (schema) => `${JSON.stringify(schema, null, 2)}\n`;
writeFileSync(docs('mcp-tasks.schema.json'), toText(schemas.manifest));
writeFileSync(docs('server.schema.json'), toText(schemas.server));
const filepath = docs('keys.md');
writeFileSync(
  filepath,
  await format(toKeyReference(schemas), { ...(await resolveConfig(filepath)), filepath }),
);
