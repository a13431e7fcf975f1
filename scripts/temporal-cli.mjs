/**
 * Gives a clone the Temporal CLI on a machine that has none and cannot download one: it is built with Go, once, into
 * the user's cache folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * It contains server 1.29.1. It is the newest release that `go install` accepts: later tags have a `replace` directive
 * in their go.mod.
 */
const VERSION = 'v1.5.1';
const MODULE = `github.com/temporalio/cli/cmd/temporal@${VERSION}`;
const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';

const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Puts `temporal` on the PATH of this process and its children, unless it is there.
 *
 * @param mayBuild `false`: only a CLI that was built before.
 * @returns `false` if there is none; it has then said why.
 */
export function putTemporalOnPath({ mayBuild = true } = {}) {
  if (spawnSync('temporal', ['--version']).status === 0) return true;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const cached = join(cache, 'temporal-mcp-tasks', 'temporal-cli', VERSION, EXECUTABLE);
  if (!existsSync(cached) && !(mayBuild && build(cached))) return false;
  process.env.PATH = [dirname(cached), process.env.PATH].join(delimiter);
  return true;
}

function build(destination) {
  say(`Building the Temporal CLI with Go, once; this takes 2 to 5 minutes: go install ${MODULE} …`);
  mkdirSync(dirname(destination), { recursive: true });
  // Another process may build, too. Both results are complete.
  const partial = mkdtempSync(join(dirname(destination), '.partial-'));
  try {
    // Flags of the CLI's releases: they strip symbols (a third smaller) and set the version.
    const version = `github.com/temporalio/cli/temporalcli.Version=${VERSION.slice(1)}`;
    const { status, error, stderr } = spawnSync(
      'go',
      ['install', '-ldflags', `-s -w -X ${version}`, MODULE],
      // The CLI is pure Go: without cgo, the build needs no C compiler.
      { env: { ...process.env, GOBIN: partial, GOTMPDIR: partial, CGO_ENABLED: '0' } },
    );
    if (status === 0) {
      renameSync(join(partial, EXECUTABLE), destination);
      return true;
    }
    say(`${error?.message ?? stderr.toString().trim().split('\n').slice(-5).join('\n')}`);
    say(
      'Install the Temporal CLI (https://docs.temporal.io/cli), or Go 1.25 or newer (https://go.dev/dl), or set TEMPORAL_ADDRESS to a Temporal Service.',
    );
    return false;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
