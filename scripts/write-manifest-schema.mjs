/** Writes docs/mcp-tasks.schema.json, by which editors complete a manifest, from the compiled schema of the manifest. */
import { writeFileSync } from 'node:fs';

const { toManifestJsonSchema } = await import('../dist/src/manifest/manifest-json-schema.js');
const path = new URL('../docs/mcp-tasks.schema.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(toManifestJsonSchema(), null, 2)}\n`);
