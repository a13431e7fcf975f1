/** `node keep-packages.mjs NAME…`: makes dependencies of these developers' packages, which keep their locked versions, and drops the others. */
import { readFileSync, writeFileSync } from 'node:fs';

const { devDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of process.argv.slice(2)) {
  const range = devDependencies[name];
  if (range === undefined) throw new Error(`package.json has no ${name}.`);
  manifest.dependencies[name] = range;
}
writeFileSync('package.json', JSON.stringify(manifest));
