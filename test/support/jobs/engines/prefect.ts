import { findQuietPort } from '../../find-quiet-port.js';
import { createTestFolder } from '../../test-folder.js';

import { type Engine, engineFile, isAnswered, prepareEngine, runProgram } from './engine.js';

/** A Prefect server with the deployment `report/nightly`, which a process serves. */
export interface Prefect extends Engine {
  /** ID of the deployment. */
  readonly deployment: string;
  readonly listRuns: () => Promise<readonly { readonly id: string; readonly state_type: string }[]>;
}

export const prefectPython = await prepareEngine('prefect');

export async function startPrefect(python: string): Promise<Prefect> {
  const { path: cwd, remove } = await createTestFolder();
  const port = String(await findQuietPort());
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PREFECT_HOME: cwd,
    PREFECT_API_URL: `${url}/api`,
    PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
    PREFECT_SERVER_UI_ENABLED: 'false',
    PREFECT_RUNNER_POLL_FREQUENCY: '1',
    DO_NOT_TRACK: '1',
  };
  const stopServer = await runProgram({
    python,
    args: ['-m', 'prefect', 'server', 'start', '--host', '127.0.0.1', '--port', port],
    cwd,
    environment,
    isReady: async () => isAnswered(`${url}/api/health`),
  });
  const stopFlows = await runProgram({
    python,
    args: [engineFile('flow.py')],
    cwd,
    environment,
    isReady: async () => isAnswered(`${url}/api/deployments/name/report/nightly`),
  });
  const read = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${url}/api${path}`, init)).json();
  const { id } = (await read('/deployments/name/report/nightly')) as { id: string };
  return {
    url,
    deployment: id,
    listRuns: async () =>
      (await read('/flow_runs/filter', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })) as Awaited<ReturnType<Prefect['listRuns']>>,
    stop: async () => {
      await stopFlows();
      await stopServer();
      await remove();
    },
  };
}
