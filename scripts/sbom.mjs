/**
 * `npm run sbom`: what comes with this package, as CycloneDX on standard output. `npm sbom --omit dev` (npm 11) leaves out what a
 * package for developers needs as well, so all is listed, and what the lock file has for developers alone is dropped.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { VENDORED, WITHIN_VENDORED } from './vendored.mjs';

const DEVELOPMENT = 'cdx:npm:package:development';

const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
const bom = JSON.parse(output);
const vendored = [...VENDORED, ...WITHIN_VENDORED];
const isShipped = ({ purl = '', properties = [] }) =>
  vendored.some((name) => decodeURIComponent(purl).includes(`/${name}@`)) ||
  !properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true');
const components = bom.components.filter(isShipped);
const refs = new Set([
  bom.metadata.component['bom-ref'],
  ...components.map((component) => component['bom-ref']),
]);
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }));
// npm calls it as the folder is called that it lies in.
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const metadata = { ...bom.metadata, component: { ...bom.metadata.component, name } };
process.stdout.write(
  `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`,
);
