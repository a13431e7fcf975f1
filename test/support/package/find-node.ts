import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { makeOnce } from '../make-once.js';

/** Versions of the npm packages that contain Node for a platform, by major version. */
const VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;
export type NodeMajor = keyof typeof VERSIONS;

const INSTALL_TIMEOUT_MS = 4 * 60_000;

/**
 * Returns the path of a Node: the running one, or one that npm installs once into the user's cache folder. `undefined`
 * if the registry is unreachable, or has no such package for the platform.
 */
export async function findNode(major: NodeMajor): Promise<string | undefined> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
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
