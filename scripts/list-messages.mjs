/**
 * `npm run messages [-- FOLDER …]`: lists the texts of `src` that people and models read, by file and line, so that
 * somebody can read them without the code. Values are shown as {expressions}. Comments aren't listed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findMessages } from './find-messages.mjs';

const folders = process.argv.slice(2);

for (const folder of folders.length > 0 ? folders : ['src']) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.ts')).sort()) {
    const file = join(folder, name);
    const messages = findMessages(readFileSync(file, 'utf8'), file);
    const lines = messages.map(({ line, text }) => `  ${String(line)}: ${text}\n`);
    if (lines.length > 0) process.stdout.write(`${file}\n${lines.join('')}`);
  }
}
