/** npm runs it before it packs packages/workflow: compiles the helper, and what it needs of core, anew. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// Otherwise npm would pack the output of deleted sources as well.
rmSync(`${root}packages/workflow/dist`, { recursive: true, force: true });
const args = ['node_modules/typescript/bin/tsc', '-p', 'packages/workflow'];
execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
