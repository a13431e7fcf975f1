import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../../eventually.js';
import { findQuietPort } from '../../find-quiet-port.js';
import { createTestFolder } from '../../test-folder.js';

import { type Engine, engineFile, isAnswered, prepareEngine, runProgram } from './engine.js';

/** A run of the job `report`. */
export interface DagsterRun {
  readonly runId: string;
  readonly status: string;
  readonly runConfigYaml: string;
}

/** A web server of Dagster with the job `report`. It starts runs itself, so that no daemon is needed. */
export interface Dagster extends Engine {
  readonly listRuns: () => Promise<readonly DagsterRun[]>;
}

const SETTINGS = `telemetry: { enabled: false }
run_coordinator: { module: dagster._core.run_coordinator, class: DefaultRunCoordinator }
`;
const ENDED = ['SUCCESS', 'FAILURE', 'CANCELED'];

export const dagsterPython = await prepareEngine('dagster');

export async function startDagster(python: string): Promise<Dagster> {
  const { path: cwd, remove } = await createTestFolder({ 'dagster.yaml': SETTINGS });
  const port = String(await findQuietPort());
  const url = `http://127.0.0.1:${port}`;
  await copyFile(engineFile('definitions.py'), join(cwd, 'definitions.py'));
  const stop = await runProgram({
    python,
    args: ['-m', 'dagster_webserver', '-f', 'definitions.py', '-h', '127.0.0.1', '-p', port],
    cwd,
    environment: { DAGSTER_HOME: cwd, DO_NOT_TRACK: '1' },
    isReady: async () => isAnswered(`${url}/server_info`),
  });
  const ask = async (query: string): Promise<unknown> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json' },
    });
    return ((await response.json()) as { readonly data: unknown }).data;
  };
  const listRuns = async (): Promise<readonly DagsterRun[]> => {
    const fields = 'runId status runConfigYaml';
    const data = await ask(`{ runsOrError { ... on Runs { results { ${fields} } } } }`);
    return (data as { runsOrError: { results: readonly DagsterRun[] } }).runsOrError.results;
  };
  return {
    url,
    listRuns,
    stop: async () => {
      // Runs have processes of their own, which a server that ends may leave.
      await eventually('all runs have ended', async () => {
        const running = (await listRuns()).filter(({ status }) => !ENDED.includes(status));
        for (const { runId } of running) {
          await ask(`mutation { terminateRun(runId: "${runId}") { __typename } }`);
        }
        return running.length === 0;
      });
      await stop();
      await remove();
    },
  };
}
