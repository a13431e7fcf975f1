import { type JobService, type JobServiceOptions, startJobService } from './job-service.js';

/** An execution of Google Workflows. The arguments and results are texts of JSON. */
export interface GoogleExecution {
  readonly name: string;
  readonly argument: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `QUEUED`, `ACTIVE`, `SUCCEEDED`, `FAILED`, `CANCELLED`, `UNAVAILABLE`. */
  state: string;
  result?: string;
  error?: { readonly payload: string; readonly context: string };
  isCancelling: boolean;
}

/** The executions of Google Workflows, by the types of google-cloud-workflows 1.24.0. */
export interface GoogleWorkflows extends JobService {
  readonly executions: readonly GoogleExecution[];
}

const NOT_FOUND = {
  status: 404,
  body: { error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } },
};
const EXECUTION = '/v1/(projects/[^/]+/locations/[^/]+/workflows/[^/]+/executions/[^/:]+)';

/** Starts Google Workflows with any number of Workflows. */
export async function startGoogleWorkflows(options?: JobServiceOptions): Promise<GoogleWorkflows> {
  const executions: GoogleExecution[] = [];
  const show = (execution: GoogleExecution): object => ({
    ...execution,
    // `undefined` is no member of JSON.
    isCancelling: undefined,
    startTime: '2026-11-26T00:00:00.000000Z',
    workflowRevisionId: '000001-b0a',
    status: { currentSteps: [{ routine: 'main', step: 'build' }] },
  });
  const find = (name: string): GoogleExecution | undefined =>
    executions.find((execution) => execution.name === name);
  const service = await startJobService(
    [
      [
        'POST',
        /^\/v1\/(projects\/[^/]+\/locations\/[^/]+\/workflows\/[^/]+)\/executions$/,
        ({ fields }, parent) => {
          const { argument = 'null', labels = {} } = fields;
          if (typeof argument !== 'string') {
            const message = "Invalid value at 'execution.argument' (TYPE_STRING)";
            return {
              status: 400,
              body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } },
            };
          }
          const execution: GoogleExecution = {
            name: `${parent}/executions/e${executions.length + 1}`,
            argument,
            labels: labels as GoogleExecution['labels'],
            state: 'ACTIVE',
            isCancelling: false,
          };
          executions.push(execution);
          return { status: 200, body: show(execution) };
        },
      ],
      [
        'GET',
        /^\/v1\/(projects\/[^/]+\/locations\/[^/]+\/workflows\/[^/]+)\/executions$/,
        ({ query }, parent) => ({
          status: 200,
          body: {
            executions: executions
              .filter(({ name }) => name.startsWith(`${parent}/`))
              .reverse()
              .map((execution) =>
                query.get('view') === 'FULL' ? show(execution) : { name: execution.name },
              ),
          },
        }),
      ],
      [
        'GET',
        new RegExp(`^${EXECUTION}$`),
        (_request, name) => {
          const execution = find(name);
          if (!execution) return NOT_FOUND;
          const body = show(execution);
          // The next reading finds it cancelled.
          if (execution.isCancelling && execution.state === 'ACTIVE') execution.state = 'CANCELLED';
          return { status: 200, body };
        },
      ],
      [
        'POST',
        new RegExp(`^${EXECUTION}:cancel$`),
        (_request, name) => {
          const execution = find(name);
          if (!execution) return NOT_FOUND;
          if (execution.state !== 'ACTIVE') {
            const message = 'Execution is not active.';
            return {
              status: 400,
              body: { error: { code: 400, message, status: 'FAILED_PRECONDITION' } },
            };
          }
          execution.isCancelling = true;
          return { status: 200, body: show(execution) };
        },
      ],
    ],
    options,
  );
  return { ...service, executions };
}

/** A `google.longrunning.Operation`. */
export interface GoogleOperation {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Tests end an operation by one of both. */
  response?: Readonly<Record<string, unknown>>;
  error?: { readonly code: number; readonly message: string };
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A service with `google.longrunning.Operation`, as J-050 to J-052 describe it. */
export interface GoogleOperations extends JobService {
  readonly operations: readonly GoogleOperation[];
}

/** Starts a service whose imports are operations: POST `/v1/imports`. */
export async function startGoogleOperations(
  options?: JobServiceOptions,
): Promise<GoogleOperations> {
  const operations: GoogleOperation[] = [];
  const show = ({ name, metadata, response, error }: GoogleOperation): object => ({
    name,
    metadata,
    // A running operation has no `done`.
    ...((response ?? error) && { done: true }),
    ...(response && { response }),
    ...(error && { error: { ...error, details: [] } }),
  });
  const find = (id: string): GoogleOperation | undefined =>
    operations.find(({ name }) => name === `imports/operations/${id}`);
  const service = await startJobService(
    [
      [
        'POST',
        /^\/v1\/imports$/,
        ({ fields: request }) => {
          const id = operations.length + 1;
          const operation = { name: `imports/operations/${id}`, request, metadata: { percent: 0 } };
          operations.push(operation);
          return { status: 200, body: show(operation) };
        },
      ],
      [
        'GET',
        /^\/v1\/imports\/operations\/(\d+)$/,
        (_request, id) => {
          const operation = find(id);
          return operation ? { status: 200, body: show(operation) } : NOT_FOUND;
        },
      ],
      [
        'POST',
        /^\/v1\/imports\/operations\/(\d+):cancel$/,
        (_request, id) => {
          const operation = find(id);
          if (!operation) return NOT_FOUND;
          if (!operation.response) operation.error ??= { code: 1, message: 'It was cancelled.' };
          return { status: 200, body: {} };
        },
      ],
    ],
    options,
  );
  return { ...service, operations };
}
