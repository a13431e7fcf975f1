import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LINE = '-'.repeat(80);

/** Returns the licences of the packages that contain the bundled files. Paths are relative to the folder. */
export function noticesOf(inputs, folder) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const notices = [...new Set(folders)]
    .filter((found) => found !== undefined)
    .sort()
    .map((found) => {
      const path = resolve(folder, found);
      const { name, version, license } = JSON.parse(
        readFileSync(join(path, 'package.json'), 'utf8'),
      );
      const files = readdirSync(path).filter((file) => /^(licen[cs]e|notice)/i.test(file));
      const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    });
  return `${notices.join(`\n\n${LINE}\n\n`)}\n`;
}
