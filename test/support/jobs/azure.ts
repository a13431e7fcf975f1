import { type JobService, type JobServiceOptions, startJobService } from './job-service.js';

export interface AzureOperation {
  readonly id: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Tests set it: `NotStarted`, `Running`, `Succeeded`, `Failed`, `Canceled`, or any other word while it runs. */
  status: string;
  percentComplete?: number;
  result?: unknown;
  error?: { readonly code: string; readonly message: string };
  isForgotten: boolean;
}

/**
 * A service with the operations of Azure's data plane (J-005 to J-008: `/imports`) and of its Resource Manager (J-010 to
 * J-012: `/resources`, which answers by a `Location` alone).
 */
export interface Azure extends JobService {
  readonly operations: readonly AzureOperation[];
}

const VERSION = 'api-version=2026-01-01';

/** Starts the service. Its waits are 1 second, though ARM's are at least 10. */
export async function startAzure(options?: JobServiceOptions): Promise<Azure> {
  const operations: AzureOperation[] = [];
  const byToken = new Map<string, AzureOperation>();
  const find = (id: string): AzureOperation | undefined =>
    operations.find((operation) => operation.id === id && !operation.isForgotten);
  const create = (request: AzureOperation['request']): AzureOperation => {
    const id = String(77 + operations.length);
    const operation = { id, request, status: 'NotStarted', isForgotten: false };
    operations.push(operation);
    return operation;
  };
  const notFound = {
    status: 404,
    headers: { 'x-ms-error-code': 'OperationNotFound' },
    body: { error: { code: 'OperationNotFound', message: 'There is no such operation.' } },
  };
  const show = ({ id, status, percentComplete, result, error }: AzureOperation): object => ({
    id,
    status,
    ...(percentComplete !== undefined && { percentComplete }),
    ...(result !== undefined && { result }),
    ...(error && { error }),
  });
  const isEnded = ({ status }: AzureOperation): boolean =>
    ['Succeeded', 'Failed', 'Canceled'].includes(status);

  const service = await startJobService(
    [
      [
        'POST',
        /^\/imports$/,
        ({ headers, fields, path }) => {
          if (!path.includes(VERSION))
            return { status: 400, body: { error: { code: 'MissingApiVersion' } } };
          const token = headers['operation-id'] ?? headers['repeatability-request-id'];
          const earlier = token === undefined ? undefined : byToken.get(token);
          if (earlier && JSON.stringify(earlier.request) !== JSON.stringify(fields)) {
            return { status: 409, body: { error: { code: 'OperationIdConflict' } } };
          }
          const operation = earlier ?? create(fields);
          if (token !== undefined) byToken.set(token, operation);
          return {
            status: 202,
            headers: {
              'operation-location': `${service.url}/operations/${operation.id}?${VERSION}`,
              'retry-after': '1',
              ...(headers['repeatability-request-id'] !== undefined && {
                'repeatability-result': 'accepted',
              }),
            },
            body: show(operation),
          };
        },
      ],
      [
        'GET',
        /^\/operations\/(\d+)$/,
        (_request, id) => {
          const operation = find(id);
          if (!operation) return notFound;
          const headers = { ...(!isEnded(operation) && { 'retry-after': '1' }) };
          const body = show(operation);
          if (operation.status === 'NotStarted') operation.status = 'Running';
          return { status: 200, headers, body };
        },
      ],
      [
        'POST',
        /^\/operations\/(\d+):cancel$/,
        (_request, id) => {
          const operation = find(id);
          if (!operation) return notFound;
          if (isEnded(operation))
            return { status: 409, body: { error: { code: 'OperationEnded' } } };
          operation.status = 'Canceled';
          return { status: 200, body: show(operation) };
        },
      ],
      [
        'POST',
        /^\/resources$/,
        ({ fields }) => ({
          status: 202,
          headers: { location: `/results/${create(fields).id}?${VERSION}`, 'retry-after': '1' },
        }),
      ],
      [
        'GET',
        /^\/results\/(\d+)$/,
        (_request, id) => {
          const operation = find(id);
          if (!operation) return notFound;
          const { status, result, error } = operation;
          if (status === 'Succeeded') return { status: 200, body: result };
          if (isEnded(operation)) return { status: 400, body: { error } };
          return { status: 202, headers: { 'retry-after': '1' } };
        },
      ],
    ],
    options,
  );
  return { ...service, operations };
}
