/** What becomes of jobs whose services answer badly: a table of faults, each at the start or at a poll of a job. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import {
  answersTwice,
  asksForCredentials,
  limitsRate,
  losesReply,
  losesRequest,
  refusesWith,
  sendsGigabyte,
  showsPage,
} from '../../support/jobs/faults.js';
import {
  type GoogleOperation,
  type GoogleOperations,
  startGoogleOperations,
} from '../../support/jobs/google.js';
import { type Fault, type SeenRequest, writeReply } from '../../support/jobs/job-service.js';
import { type ServedJobs, serveJobs, type TaskEnd } from '../../support/jobs/serve-jobs.js';

const WAIT_S = 4;
/** Timers of both machines may differ by this. */
const ROUNDING_MS = 50;
const MEGABYTE = 1024 ** 2;
let takenBytes = 0;

interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  /** The service has asked for this wait. */
  readonly waitMs?: number;
  /** The reason with which the task fails. Absent: it goes on. */
  readonly fails?: string;
  /** Number of jobs that the service has started. Default: 1. */
  readonly started?: number;
}

const toLimits = (): readonly FaultCase[] =>
  (['seconds', 'date', 'secondsLeft', 'epoch'] as const).map((dialect) => ({
    name: `a limit of calls as ${dialect}`,
    fault: limitsRate(dialect, WAIT_S),
    waitMs: WAIT_S * 1000,
  }));

const polls: readonly FaultCase[] = [
  ...toLimits(),
  {
    name: 'a limit of calls with 403',
    fault: limitsRate('epoch', WAIT_S, 403),
    waitMs: WAIT_S * 1000,
  },
  { name: 'a lost reply', fault: losesReply },
  { name: 'a reply that comes twice', fault: answersTwice },
  { name: 'status 503', fault: refusesWith({ status: 503 }) },
  { name: 'a page with 200', fault: showsPage(200) },
  { name: 'a page with 502', fault: showsPage(502) },
  { name: 'a gigabyte', fault: sendsGigabyte((bytes) => (takenBytes = bytes)) },
  { name: 'status 403', fault: refusesWith({ status: 403 }), fails: 'status 403' },
  { name: 'status 401', fault: asksForCredentials },
  { name: 'status 404', fault: refusesWith({ status: 404 }), fails: 'no longer knows the job' },
];

const UNKNOWN = 'unknown whether the job was started';
const starts: readonly FaultCase[] = [
  ...toLimits(),
  { name: 'a reply that comes twice', fault: answersTwice },
  { name: 'a lost reply', fault: losesReply, fails: UNKNOWN },
  { name: 'a lost request', fault: losesRequest, fails: UNKNOWN, started: 0 },
  { name: 'status 500', fault: refusesWith({ status: 500 }), fails: UNKNOWN, started: 0 },
  { name: 'a page with 200', fault: showsPage(200), fails: UNKNOWN, started: 0 },
  { name: 'a gigabyte', fault: sendsGigabyte(), fails: UNKNOWN, started: 0 },
  { name: 'status 400', fault: refusesWith({ status: 400 }), fails: 'status 400', started: 0 },
];

interface Story {
  readonly end: TaskEnd;
  /** The requests that the fault can befall, those after it included. */
  readonly requests: readonly SeenRequest[];
  readonly started: number;
}

let google: GoogleOperations;
let jobs: ServedJobs;
const stories = new Map<FaultCase, Story>();

const nameOf = (one: FaultCase): string =>
  `${starts.includes(one) ? 'start' : 'poll'}: ${one.name}`;
const operationsOf = (one: FaultCase): readonly GoogleOperation[] =>
  google.operations.filter(({ request }) => request['source'] === nameOf(one));
const isStartOf =
  (one: FaultCase) =>
  ({ fields }: SeenRequest): boolean =>
    fields['source'] === nameOf(one);
const isPollOf =
  (one: FaultCase) =>
  ({ method, path }: SeenRequest): boolean =>
    method === 'GET' && path === `/v1/${operationsOf(one)[0]?.name ?? ''}`;

const answersWell: Fault = async ({ response, answer }) => {
  writeReply(response, await answer());
};

/** A fault befalls the second poll, since the first one shows that the service knows the job. */
async function run(one: FaultCase): Promise<Story> {
  const isPoll = polls.includes(one);
  const requestsOf = (): readonly SeenRequest[] =>
    google.seen(isPoll ? isPollOf(one) : isStartOf(one));
  if (isPoll) google.fail(isPollOf(one), answersWell, one.fault);
  else google.fail(isStartOf(one), one.fault);
  const taskId = await jobs.start('import_by_google', { source: nameOf(one) });
  if (one.started !== 0) {
    const operation = await eventually(`the operation, ${nameOf(one)}`, () => operationsOf(one)[0]);
    // A job that ends sooner would not show what comes after the fault.
    if (isPoll) await eventually(`the fault, ${nameOf(one)}`, () => requestsOf().length > 1);
    operation.response = { rows: 17 };
  }
  const end = await jobs.end(taskId).catch((error: unknown) => {
    throw new Error(nameOf(one), { cause: error });
  });
  return { end, requests: requestsOf(), started: operationsOf(one).length };
}

beforeAll(async () => {
  google = await startGoogleOperations();
  jobs = await serveJobs(new URL('../../support/jobs/stand-ins.yaml', import.meta.url), {
    environment: {
      GOOGLE_URL: google.url,
      AZURE_URL: 'https://azure.example',
      AIRFLOW_URL: 'https://airflow.example',
    },
    secrets: { AIRFLOW_TOKEN: 'unused' },
  });
  await Promise.all([...starts, ...polls].map(async (one) => stories.set(one, await run(one))));
}, 180_000);

afterAll(async () => {
  await jobs.stop();
  await google.stop();
});

describe.each([
  { place: 'a start', cases: starts, faulty: 0 },
  { place: 'a poll', cases: polls, faulty: 1 },
])('after $place that is answered by', ({ cases, faulty }) => {
  it.each(cases)('$name, a job is where it should be', (one) => {
    const { end, requests = [], started } = stories.get(one) ?? {};
    const [at = 0, next = Number.POSITIVE_INFINITY] = requests
      .slice(faulty)
      .map(({ atMs }) => atMs);
    expect(started).toBe(one.started ?? 1);
    expect(end?.status).toBe(one.fails === undefined ? 'completed' : 'failed');
    expect(end?.content).toStrictEqual(one.fails === undefined ? { rows: 17 } : undefined);
    expect(end?.message ?? '').toContain(one.fails ?? '');
    expect(next - at).toBeGreaterThanOrEqual((one.waitMs ?? 0) - ROUNDING_MS);
  });
});

it('takes little of a gigabyte', () => {
  expect(takenBytes).toBeGreaterThan(0);
  expect(takenBytes).toBeLessThan(16 * MEGABYTE);
});
