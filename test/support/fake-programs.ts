import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes an executable shell script, with its directory. */
export function writeScript(path: string, ...lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
}

/** A line of a script that answers like a Temporal CLI, as far as the search for one reads it. */
export const answersVersion = "echo 'temporal version 9.9.9 (Server 9.9.9, UI 9.9.9)'";

/** Lines of a `go` that "installs" such a CLI, after progress lines like those of the real one. */
export const installsCli: readonly string[] = [
  'echo "go: downloading example.org/a v1.0.0" >&2',
  'echo "go: downloading example.org/b v1.0.0" >&2',
  'printf \'#!/bin/sh\\necho "temporal version 9.9.9"\\n\' > "$GOBIN/temporal"',
  '/bin/chmod 755 "$GOBIN/temporal"',
];
