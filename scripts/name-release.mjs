/**
 * `node scripts/name-release.mjs OWNER/REPOSITORY [FOLDER]`: writes the names of a release into both package.json and
 * server.json. Only the publishing workflow knows the owner. A name in the clone would be wrong in a fork.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [place = '', given] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = given === undefined ? root : resolve(given);
const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(place) ?? [];
if (name === undefined) throw new Error('Give the repository as OWNER/REPOSITORY.');

const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const write = (path, value) =>
  writeFileSync(join(folder, path), `${JSON.stringify(value, undefined, 2)}\n`);

const manifest = read('package.json');
const url = `https://github.com/${owner}/${name}`;
const mcpName = `io.github.${owner}/${manifest.name}`;
// Image names must be in lower case.
const image = `ghcr.io/${owner.toLowerCase()}/${manifest.name}`;
const values = {
  $NAME: mcpName,
  $VERSION: manifest.version,
  $REPOSITORY: url,
  $IMAGE: `${image}:${manifest.version}`,
};
const links = { bugs: `${url}/issues`, homepage: `${url}#readme` };
const repository = { type: 'git', url: `git+${url}.git` };
write('package.json', { ...manifest, mcpName, repository, ...links });
const HELPER = 'packages/workflow';
const helper = read(`${HELPER}/package.json`);
write(`${HELPER}/package.json`, {
  ...helper,
  repository: { ...repository, directory: HELPER },
  ...links,
});
const template = readFileSync(join(root, 'deploy/registry/server.json'), 'utf8');
const filled = template.replace(/"(\$[A-Z]+)"/g, (_, key) => JSON.stringify(values[key]));
writeFileSync(join(folder, 'server.json'), filled);
