/**
 * `npm run sbom`: writes the packages that come with this one to standard output, as CycloneDX. `npm sbom --omit dev`
 * (npm 11) also omits packages that both users and developers need. So the script lists all, and drops packages for
 * developers only.
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
// npm names it after its folder.
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const metadata = { ...bom.metadata, component: { ...bom.metadata.component, name } };
process.stdout.write(
  `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`,
);
