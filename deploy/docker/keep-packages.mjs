/**
 * `node keep-packages.mjs NAME…` moves these development dependencies to the dependencies, and drops the others. The
 * lock file keeps their versions. The image takes the Workflow helper from its tarball.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { devDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
delete manifest.workspaces;
delete manifest.dependencies['temporal-mcp-tasks-workflow'];
for (const name of process.argv.slice(2)) {
  const range = devDependencies[name];
  if (range === undefined) throw new Error(`package.json has no ${name}.`);
  manifest.dependencies[name] = range;
}
writeFileSync('package.json', JSON.stringify(manifest));
