/**
 * `npm run messages:produced [-- JEST_ARGUMENT …]`: runs tests, by default all that `npm test` runs, and lists the
 * texts of `npm run messages` that none of them produced, with the file and line of each. Texts at the top of a module
 * are made by each import, so they aren't judged. With `--into FILE` the notes stay in FILE, and the next run adds to
 * them.
 *
 * It changes no product code: the tests get copies of the sources in which each text notes itself. Jest loads the
 * copies by marked-transform.mjs, and the programs that tests start by marked-loader.mjs. The sandbox of Workflows has
 * no files to write to, so texts of Workflow code count by unit tests alone.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { findMessages } from './find-messages.mjs';
import { install, setUp } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The helper that a marked source ends with: it notes a text once a process. The sandbox of Workflows has no `process`. */
const noting = (file, notes) => `
function __note(place) {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  const noted = (globalThis[Symbol.for('noted')] ??= new Set());
  const id = ${JSON.stringify(file)} + '#' + place;
  if (fs === undefined || noted.has(id)) return;
  noted.add(id);
  fs.appendFileSync(${JSON.stringify(notes)}, id + '\\n');
}
`;

/** A source in which each text of a function notes its place among the file's texts, before it is made. */
function mark(source, file, notes) {
  const messages = findMessages(source, file);
  const marked = messages.reduceRight(
    (text, { start, end, isLocal }, place) =>
      isLocal
        ? `${text.slice(0, start)}(__note(${String(place)}), ${text.slice(start, end)})${text.slice(end)}`
        : text,
    source,
  );
  return marked === source ? undefined : marked + noting(file, notes);
}

/** Writes marked copies of the files of a folder, which keep the names of their sources in `src`. */
function markFolder({ folder, extension, copies, notes }) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith(extension) || name.endsWith('.d.ts')) continue;
    const file = join('src', name.slice(0, -extension.length) + '.ts');
    const marked = mark(readFileSync(join(root, folder, name), 'utf8'), file, notes);
    if (marked === undefined) continue;
    const copy = join(copies, folder, name);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, marked);
  }
}

function runTests(args, copies) {
  const loader = pathToFileURL(join(root, 'scripts/marked-loader.mjs')).href;
  const register = `import { register } from 'node:module'; register('${loader}');`;
  return spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MCP_TASKS_MARKED_COPIES: copies,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=data:text/javascript,${encodeURIComponent(register)}`,
    },
  });
}

function report(noted) {
  let all = 0;
  let missing = 0;
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts')) continue;
    const file = join('src', name);
    const messages = findMessages(readFileSync(join(root, file), 'utf8'), file);
    const lines = messages.flatMap(({ line, text, isLocal }, place) => {
      if (!isLocal) return [];
      all += 1;
      return noted.has(`${file}#${String(place)}`) ? [] : [`  ${String(line)}: ${text}\n`];
    });
    missing += lines.length;
    if (lines.length > 0) process.stdout.write(`${file}\n${lines.join('')}`);
  }
  process.stdout.write(`Produced: ${String(all - missing)} of ${String(all)} texts.\n`);
}

const args = process.argv.slice(2);
const into = args.indexOf('--into');
const kept = into === -1 ? undefined : resolve(args.splice(into, 2)[1]);
const folder = mkdtempSync(join(tmpdir(), 'marked-'));
const notes = kept ?? join(folder, 'notes');
install();
setUp();
try {
  for (const [name, extension] of [
    ['src', '.ts'],
    ['dist/src', '.js'],
  ]) {
    markFolder({ folder: name, extension, copies: folder, notes });
  }
  const { status } = runTests([...args, `--cacheDirectory=${join(folder, 'cache')}`], folder);
  report(new Set(existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : []));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
