import { findQuietPort } from '../../find-quiet-port.js';
import { createTestFolder } from '../../test-folder.js';

import { type Engine, engineFile, isAnswered, prepareEngine, runProgram } from './engine.js';

/** A Prefect server with the deployment `load-table/nightly`, which a process serves. */
export interface Prefect extends Engine {
  /** ID of the deployment. */
  readonly deployment: string;
  readonly user: string;
  readonly password: string;
  readonly listRuns: () => Promise<readonly FlowRun[]>;
}

export interface FlowRun {
  readonly state_type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const USER = 'agent';
const PASSWORD = 'correct-horse';

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
    PREFECT_SERVER_API_AUTH_STRING: `${USER}:${PASSWORD}`,
    PREFECT_API_AUTH_STRING: `${USER}:${PASSWORD}`,
    DO_NOT_TRACK: '1',
  };
  const stopServer = await runProgram({
    python,
    args: ['-m', 'prefect', 'server', 'start', '--host', '127.0.0.1', '--port', port],
    cwd,
    environment,
    isReady: async () => isAnswered(`${url}/api/health`),
  });
  const read = async (path: string, init?: RequestInit): Promise<unknown> => {
    const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`Prefect answered ${response.status}.`);
    return response.json();
  };
  const readDeployment = async (): Promise<{ readonly id: string }> =>
    (await read('/deployments/name/load-table/nightly')) as { readonly id: string };
  const stopFlows = await runProgram({
    python,
    args: [engineFile('flow.py')],
    cwd,
    environment,
    isReady: async () => (await readDeployment()).id !== '',
  });
  const { id: deployment } = await readDeployment();
  return {
    url,
    deployment,
    user: USER,
    password: PASSWORD,
    listRuns: async () =>
      (await read('/flow_runs/filter', { method: 'POST', body: '{}' })) as readonly FlowRun[],
    stop: async () => {
      await stopFlows();
      await stopServer();
      await remove();
    },
  };
}
