import { type JobService, startJobService } from './job-service.js';

export interface GitHubRun {
  readonly id: number;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  status: string;
  /** Tests end a run: `success`, `failure`, … Absent in a run that is not `completed`. */
  conclusion: string | null;
  isCancelling: boolean;
}

/** GitHub Actions, as J-020 to J-024 describe them, with a second host for archives of logs. */
export interface GitHub extends JobService {
  readonly runs: readonly GitHubRun[];
  /** Hosts archives at signed URLs. */
  readonly archives: JobService;
}

const VERSION = '2026-03-10';
const MAX_INPUTS = 25;

/** Starts GitHub with the Workflow `ci.yml` of every repository. */
export async function startGitHub(token: string): Promise<GitHub> {
  const runs: GitHubRun[] = [];
  const findRun = (id: string): GitHubRun | undefined => runs.find((run) => String(run.id) === id);
  const notFound = { status: 404, body: { message: 'Not Found', status: '404' } };
  const run = '^/repos/[^/]+/[^/]+/actions/runs/(\\d+)';

  const archives = await startJobService([
    [
      'GET',
      /^\/signed\/(\d+)$/,
      ({ headers }, id) =>
        headers['authorization'] === undefined
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: `Log of ${id}` }
          : { status: 400, body: '<Error><Code>InvalidAuthenticationInfo</Code></Error>' },
    ],
  ]);
  const service = await startJobService(
    [
      [
        'POST',
        /^\/repos\/([^/]+)\/([^/]+)\/actions\/workflows\/ci.yml\/dispatches$/,
        ({ headers, fields }, owner, repository) => {
          const { ref, inputs = {}, return_run_details: wanted } = fields;
          const isNew = headers['x-github-api-version'] === VERSION;
          if (typeof ref !== 'string' || (isNew && wanted !== undefined)) {
            return { status: 422, body: { message: 'Invalid request.' } };
          }
          if (Object.keys(inputs as object).length > MAX_INPUTS) {
            return { status: 422, body: { message: 'you may only define up to 25 inputs' } };
          }
          const id = 4711 + runs.length;
          runs.push({
            id,
            ref,
            inputs: inputs as GitHubRun['inputs'],
            status: 'queued',
            conclusion: null,
            isCancelling: false,
          });
          if (!isNew && wanted !== true) return { status: 204 };
          const path = `/repos/${owner}/${repository}/actions/runs/${id}`;
          return {
            status: 200,
            body: {
              workflow_run_id: id,
              run_url: `${service.url}${path}`,
              html_url: `https://github.example/${owner}/${repository}/actions/runs/${id}`,
            },
          };
        },
      ],
      [
        'GET',
        new RegExp(`${run}$`),
        (_request, id) => {
          const found = findRun(id);
          if (!found) return notFound;
          const { status, conclusion } = found;
          if (found.isCancelling) found.conclusion ??= 'cancelled';
          found.status = found.conclusion === null ? 'in_progress' : 'completed';
          return {
            status: 200,
            body: {
              id: found.id,
              name: 'CI',
              status: conclusion === null ? status : 'completed',
              conclusion,
              run_attempt: 1,
              html_url: `https://github.example/runs/${id}`,
            },
          };
        },
      ],
      [
        'POST',
        new RegExp(`${run}/cancel$`),
        (_request, id) => {
          const found = findRun(id);
          if (!found) return notFound;
          if (found.conclusion !== null) {
            return {
              status: 409,
              body: { message: 'Cannot cancel a workflow run that is completed.' },
            };
          }
          found.isCancelling = true;
          return { status: 202, body: {} };
        },
      ],
      [
        'GET',
        new RegExp(`${run}/logs$`),
        (_request, id) =>
          findRun(id)
            ? { status: 302, headers: { location: `${archives.url}/signed/${id}?sig=3f8a` } }
            : notFound,
      ],
    ],
    { authorization: `Bearer ${token}` },
  );
  return {
    ...service,
    runs,
    archives,
    stop: async () => {
      await service.stop();
      await archives.stop();
    },
  };
}
