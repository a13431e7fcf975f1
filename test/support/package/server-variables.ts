import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The server's code, and the packages that read standard variables for it. */
const SOURCES = [
  'src',
  'node_modules/@temporalio/envconfig/lib',
  'node_modules/@opentelemetry/configuration/build/src',
  'node_modules/@opentelemetry/sdk-node/build/src',
];
const NAME = /['"`.]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g;

/** Names of variables in the code of the server. `NAME_FILE` counts for each secret. */
export function findServerVariables(): ReadonlySet<string> {
  const names = SOURCES.flatMap((source) => {
    const folder = join(root, source);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|js)$/.test(path) && !path.endsWith('.d.ts'))
      .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(NAME)])
      .map(([, name = '']) => name);
  });
  const secrets = names.filter((name) => /(SECRETS?|API_KEY)$/.test(name));
  return new Set([...names, ...secrets.map((name) => `${name}_FILE`)]);
}
