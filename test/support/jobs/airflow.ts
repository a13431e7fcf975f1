import { type JobService, startJobService } from './job-service.js';

export interface DagRun {
  readonly dag_id: string;
  readonly dag_run_id: string;
  readonly conf: Readonly<Record<string, unknown>>;
  /** Tests end a run: `success` or `failed`. There is no word for cancelled. */
  state: string;
  note: string | null;
}

/** Airflow 3, as J-025 to J-027 describe it. */
export interface Airflow extends JobService {
  readonly runs: readonly DagRun[];
}

/** Starts Airflow. The conf of its runs has only texts. */
export async function startAirflow(token: string): Promise<Airflow> {
  const runs: DagRun[] = [];
  const path = '^/api/v2/dags/([^/]+)/dagRuns';
  const notFound = { status: 404, body: { detail: 'The DagRun was not found' } };
  const find = (dag: string, id: string): DagRun | undefined =>
    runs.find((run) => run.dag_id === dag && run.dag_run_id === id);
  const service = await startJobService(
    [
      [
        'POST',
        new RegExp(`${path}$`),
        ({ fields }, dag) => {
          const { conf = {}, logical_date: date, dag_run_id: own } = fields;
          const id = typeof own === 'string' ? own : `manual__${runs.length + 1}`;
          if (date === undefined)
            return { status: 422, body: { detail: [{ msg: 'Field required' }] } };
          if (find(dag, id)) return { status: 409, body: { detail: 'DagRun already exists' } };
          const run: DagRun = {
            dag_id: dag,
            dag_run_id: id,
            conf: conf as DagRun['conf'],
            state: 'queued',
            note: null,
          };
          runs.push(run);
          return { status: 200, body: run };
        },
      ],
      [
        'GET',
        new RegExp(`${path}/([^/]+)$`),
        (_request, dag, id) => {
          const run = find(dag, id);
          if (!run) return notFound;
          const body = { ...run };
          if (run.state === 'queued') run.state = 'running';
          return { status: 200, body };
        },
      ],
      [
        'PATCH',
        new RegExp(`${path}/([^/]+)$`),
        ({ fields }, dag, id) => {
          const run = find(dag, id);
          if (!run) return notFound;
          run.state = String(fields['state']);
          return { status: 200, body: run };
        },
      ],
    ],
    { authorization: `Bearer ${token}` },
  );
  return { ...service, runs };
}
