/**
 * `npm run sbom`: writes the packages that come with this one to standard output, as CycloneDX. `npm sbom --omit dev`
 * (npm 11) also omits packages that both users and developers need. So the script lists all, and drops packages for
 * developers only.
 */
import { execFileSync } from 'node:child_process';

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
// npm names the packages of this repository after their folders.
const named = (component) => {
  const [, name] = /^pkg:npm\/(.+)@/.exec(component.purl);
  return { ...component, name: decodeURIComponent(name) };
};
const components = bom.components.filter(isShipped).map(named);
const refs = new Set([
  bom.metadata.component['bom-ref'],
  ...components.map((component) => component['bom-ref']),
]);
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }));
const metadata = { ...bom.metadata, component: named(bom.metadata.component) };
process.stdout.write(
  `${JSON.stringify({ ...bom, metadata, components, dependencies }, null, 2)}\n`,
);
