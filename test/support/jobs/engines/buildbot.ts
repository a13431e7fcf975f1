import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually } from '../../eventually.js';
import { findQuietPort } from '../../find-quiet-port.js';
import { createTestFolder } from '../../test-folder.js';

import {
  type Engine,
  engineEnvironment,
  engineFile,
  isAnswered,
  prepareEngine,
  runProgram,
} from './engine.js';

/** A build request, with what the ForceScheduler has got. */
export interface BuildRequest {
  readonly buildrequestid: number;
  readonly claimed: boolean;
  readonly complete: boolean;
  readonly results: number;
  readonly properties: Readonly<Record<string, readonly [value: unknown, source: string]>>;
}

/** A Buildbot master with the builder `nightly`, whose builds take the properties `branch` and `seconds`. */
export interface Buildbot extends Engine {
  readonly listRequests: () => Promise<readonly BuildRequest[]>;
}

/** Arguments of Python that run the command `buildbot`. Its script has the path of the folder that it was installed to first. */
const COMMAND = ['-c', 'from buildbot.scripts.runner import run; run()'];

export const buildbotPython = await prepareEngine('buildbot');

export async function startBuildbot(python: string): Promise<Buildbot> {
  const { path: cwd, remove } = await createTestFolder();
  const port = String(await findQuietPort());
  const url = `http://127.0.0.1:${port}`;
  const create = [...COMMAND, 'create-master', '--quiet', '.'];
  await promisify(execFile)(python, create, { cwd, env: engineEnvironment() });
  await copyFile(engineFile('master.cfg'), join(cwd, 'master.cfg'));
  const stop = await runProgram({
    python,
    args: [...COMMAND, 'start', '--nodaemon', '.'],
    cwd,
    environment: { BUILDBOT_PORT: port },
    isReady: async () => isAnswered(`${url}/api/v2/builders/nightly`),
  });
  const listRequests = async (): Promise<readonly BuildRequest[]> => {
    const response = await fetch(`${url}/api/v2/buildrequests?property=*`);
    return ((await response.json()) as { buildrequests: BuildRequest[] }).buildrequests;
  };
  return {
    url,
    listRequests,
    stop: async () => {
      // Steps have process groups of their own, which a master that ends may leave.
      await eventually('all builds have ended', async () => {
        const running = (await listRequests()).filter(({ complete }) => !complete);
        for (const { buildrequestid } of running) {
          await fetch(`${url}/api/v2/buildrequests/${buildrequestid}`, {
            method: 'POST',
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'cancel', params: {} }),
            headers: { 'content-type': 'application/json' },
          });
        }
        return running.length === 0;
      });
      await stop();
      await remove();
    },
  };
}
