import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { makeOnce } from './make-once.js';

/** Minor versions of the npm packages with Node for a platform, by major version. Patches differ between platforms. */
const VERSIONS = { 18: '18.20', 20: '20.20', 22: '22.23', 24: '24.21', 26: '26.10' } as const;
export type NodeMajor = keyof typeof VERSIONS;
/** The versions on which this package is tested. */
export const NODE_MAJORS: readonly NodeMajor[] = [20, 22, 24, 26];

const INSTALL_TIMEOUT_MS = 4 * 60_000;

function packageOfPlatform(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const isAppleSilicon = platform === 'darwin' && process.arch === 'arm64';
  return `node-${isAppleSilicon ? 'bin-' : ''}${platform}-${process.arch}`;
}

/**
 * Returns the path of a Node: the running one, or one that npm installs once into the user's cache folder. `undefined`
 * if the registry is unreachable, or has no such package for the platform.
 */
export async function findNode(major: NodeMajor): Promise<string | undefined> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = packageOfPlatform();
  const wanted = `${name}@${VERSIONS[major]}`;
  try {
    const folder = await makeOnce(join('nodes', String(major)), {
      inputs: [wanted],
      make: async (target) => {
        const args = ['install', '--prefix', target, wanted];
        const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
        const options = { cwd: target, timeout: INSTALL_TIMEOUT_MS };
        await promisify(execFile)('npm', [...args, ...quietly], options);
      },
    });
    const file = process.platform === 'win32' ? 'node.exe' : 'node';
    const path = join(folder, 'node_modules', name, 'bin', file);
    return existsSync(path) ? path : undefined;
  } catch (error) {
    process.stderr.write(`Node ${major} cannot be installed: ${String(error)}\n`);
    return undefined;
  }
}
