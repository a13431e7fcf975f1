import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
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

/** A run of the DAG `report`. */
export interface DagRun {
  readonly dag_run_id: string;
  readonly state: string;
  readonly conf: Readonly<Record<string, unknown>>;
}

/** Airflow 3 with the DAG `report`: its API server, and a scheduler that runs tasks itself. */
export interface Airflow extends Engine {
  readonly user: string;
  readonly password: string;
  /** Lifetime of tokens, in seconds. */
  readonly tokenSeconds: number;
  readonly listRuns: () => Promise<readonly DagRun[]>;
}

const USER = 'agent';
const PASSWORD = 'correct-horse';
const TOKEN_SECONDS = 5;
const RUNNING = ['queued', 'running'];

export const airflowPython = await prepareEngine('airflow');

/** Starts the two programs without which no run can be seen or made. DAGs are read once, before. */
export async function startAirflow(python: string): Promise<Airflow> {
  const { path: cwd, remove } = await createTestFolder();
  const port = String(await findQuietPort());
  const url = `http://127.0.0.1:${port}`;
  const dags = join(cwd, 'dags');
  const passwords = join(cwd, 'passwords.json');
  await mkdir(dags);
  await copyFile(engineFile('dag.py'), join(dags, 'report.py'));
  await writeFile(passwords, JSON.stringify({ [USER]: PASSWORD }));
  const environment = {
    AIRFLOW_HOME: cwd,
    AIRFLOW__API__HOST: '127.0.0.1',
    AIRFLOW__API__PORT: port,
    AIRFLOW__API__WORKERS: '1',
    AIRFLOW__API_AUTH__JWT_EXPIRATION_TIME: String(TOKEN_SECONDS),
    AIRFLOW__API_AUTH__JWT_SECRET: randomBytes(64).toString('hex'),
    AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION: 'False',
    AIRFLOW__CORE__DAGS_FOLDER: dags,
    AIRFLOW__CORE__EXECUTION_API_SERVER_URL: `${url}/execution/`,
    AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
    AIRFLOW__CORE__PARALLELISM: '2',
    AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE: passwords,
    AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS: `${USER}:admin`,
    AIRFLOW__SCHEDULER__SCHEDULER_IDLE_SLEEP_TIME: '0.5',
    AIRFLOW__USAGE_DATA_COLLECTION__ENABLED: 'False',
    DO_NOT_TRACK: '1',
  };
  const prepare = async (...args: string[]): Promise<unknown> =>
    promisify(execFile)(python, ['-m', 'airflow', ...args], {
      cwd,
      env: engineEnvironment(environment),
    });
  await prepare('db', 'migrate');
  await prepare('dags', 'reserialize');
  const run = async (args: readonly string[], isReady: () => Promise<boolean>) =>
    runProgram({ python, args: ['-m', 'airflow', ...args], cwd, environment, isReady });
  const readHealth = async (): Promise<unknown> =>
    (await fetch(`${url}/api/v2/monitor/health`)).json();
  const [stopApi, stopScheduler] = await Promise.all([
    run(['api-server'], async () => isAnswered(`${url}/api/v2/monitor/health`)),
    run(['scheduler', '--skip-serve-logs'], async () => {
      const { scheduler } = (await readHealth()) as { scheduler: { status: string | null } };
      return scheduler.status === 'healthy';
    }),
  ]);
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const credentials = JSON.stringify({ username: USER, password: PASSWORD });
    const type = { 'content-type': 'application/json' };
    const login = await fetch(`${url}/auth/token`, {
      method: 'POST',
      body: credentials,
      headers: type,
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const headers = { ...type, authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/v2/dags/report${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`Airflow answered ${response.status}.`);
    return response.json();
  };
  const listRuns = async (): Promise<readonly DagRun[]> =>
    ((await call('/dagRuns')) as { dag_runs: readonly DagRun[] }).dag_runs;
  return {
    url,
    user: USER,
    password: PASSWORD,
    tokenSeconds: TOKEN_SECONDS,
    listRuns,
    stop: async () => {
      // Tasks have process groups of their own, which a scheduler that ends may leave.
      await eventually('all runs have ended', async () => {
        const running = (await listRuns()).filter(({ state }) => RUNNING.includes(state));
        for (const { dag_run_id: id } of running) {
          const body = JSON.stringify({ state: 'failed' });
          await call(`/dagRuns/${id}`, { method: 'PATCH', body });
        }
        return running.length === 0;
      });
      await stopScheduler();
      await stopApi();
      await remove();
    },
  };
}
