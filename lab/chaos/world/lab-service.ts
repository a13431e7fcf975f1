import {
  answersTwice,
  limitsRate,
  losesReply,
  losesRequest,
  neverAnswers,
  type RateLimitDialect,
  sendsGigabyte,
  showsPage,
} from '../../../test/support/jobs/faults.js';
import {
  type Fault,
  type SeenRequest,
  type ServiceReply,
  startJobService,
} from '../../../test/support/jobs/job-service.js';
import type { ServiceJob } from '../audit/evidence.js';
import { createRandom, type Random } from '../plan/random.js';

/** A service whose jobs the tools `job_…` start, and which treats its callers badly. */
export interface LabService {
  readonly url: string;
  /** All jobs that it has started. */
  readonly jobs: () => readonly ServiceJob[];
  /** Numbers of faults so far, by kind. */
  readonly faults: ReadonlyMap<string, number>;
  readonly setFaulty: (isFaulty: boolean) => void;
  readonly stop: () => Promise<void>;
}

interface Job {
  readonly id: string;
  readonly token: string;
  /** By which a lost start is found. */
  readonly task: unknown;
  readonly fails: boolean;
  readonly endsAtMs: number;
  cancelledMs?: number;
}

/** The seed's stream for the service. Errands and faults have other streams. */
const STREAM_OF_SERVICE = -2;
const FAULTY_PERCENT = 25;
const STOPS_AFTER_MS = 300;
const DIALECTS: readonly RateLimitDialect[] = ['seconds', 'date', 'secondsLeft', 'epoch'];

/** Names of faults. A lost reply is the most dangerous one. */
const KINDS = [
  ...Array.from({ length: 8 }, () => 'losesReply' as const),
  ...Array.from({ length: 4 }, () => 'losesRequest' as const),
  ...Array.from({ length: 4 }, () => 'answersTwice' as const),
  ...DIALECTS,
  'forbidden',
  'errorPage',
  'page',
  'gigabyte',
  'neverAnswers',
] as const;

function toFault(kind: (typeof KINDS)[number]): Fault {
  switch (kind) {
    case 'losesReply':
      return losesReply;
    case 'losesRequest':
      return losesRequest;
    case 'answersTwice':
      return answersTwice;
    case 'forbidden':
      return limitsRate('epoch', 1, 403);
    case 'errorPage':
      return showsPage(502);
    case 'page':
      return showsPage(200);
    case 'gigabyte':
      return sendsGigabyte();
    case 'neverAnswers':
      return neverAnswers;
    case 'seconds':
    case 'date':
    case 'secondsLeft':
    case 'epoch':
      return limitsRate(kind);
  }
}

function stateOf({ fails, endsAtMs, cancelledMs }: Job): string {
  if (cancelledMs !== undefined) {
    return Date.now() < cancelledMs + STOPS_AFTER_MS ? 'stopping' : 'stopped';
  }
  if (Date.now() < endsAtMs) return 'running';
  return fails ? 'broken' : 'ok';
}

function show(job: Job): ServiceReply {
  const { id, token } = job;
  return { status: 200, body: { id, state: stateOf(job), answer: { token }, why: token } };
}

/** Says what happens to a request. Anything that answers a cancellation with 200 has cancelled, even a page. */
function drawFault(random: Random, { path }: SeenRequest): (typeof KINDS)[number] | undefined {
  if (!random.percent(FAULTY_PERCENT)) return undefined;
  const kind = random.pick(KINDS);
  const isTaken = path.endsWith('/cancel') && (kind === 'page' || kind === 'gigabyte');
  return isTaken ? 'errorPage' : kind;
}

/** Starts the service: `POST /jobs`, `GET /jobs/<id>`, `GET /jobs?task=` and `POST /jobs/<id>/cancel`. */
export async function startLabService(seed: number): Promise<LabService> {
  const random = createRandom(seed, STREAM_OF_SERVICE);
  const jobs = new Map<string, Job>();
  const byKey = new Map<unknown, Job>();
  const faults = new Map<string, number>();
  let isFaulty = false;

  const start = ({ fields: { token, key, task, ms, fails } }: SeenRequest): ServiceReply => {
    const existing = key === undefined ? undefined : byKey.get(key);
    if (existing) return show(existing);
    const job: Job = {
      id: `job-${jobs.size}`,
      token: String(token),
      task,
      fails: fails === true,
      endsAtMs: Date.now() + Number(ms),
    };
    jobs.set(job.id, job);
    if (key !== undefined) byKey.set(key, job);
    return { ...show(job), status: 201 };
  };
  const find = ({ query }: SeenRequest): ServiceReply => {
    const found = [...jobs.values()].filter(({ task }) => task === query.get('task'));
    return { status: 200, body: { jobs: found.map(({ id, task }) => ({ id, task })) } };
  };
  const about = (id: string, act: (job: Job) => ServiceReply): ServiceReply => {
    const job = jobs.get(id);
    return job ? act(job) : { status: 404, body: { message: 'There is no such job' } };
  };
  const cancel = (job: Job): ServiceReply => {
    if (['ok', 'broken'].includes(stateOf(job))) return { status: 409 };
    job.cancelledMs ??= Date.now();
    return { status: 202 };
  };

  const { url, stop } = await startJobService(
    [
      ['POST', /^\/jobs$/, start],
      ['GET', /^\/jobs$/, find],
      ['GET', /^\/jobs\/([^/]+)$/, (_seen, id = '') => about(id, show)],
      ['POST', /^\/jobs\/([^/]+)\/cancel$/, (_seen, id = '') => about(id, cancel)],
    ],
    {
      faultOf: (seen) => {
        const kind = isFaulty ? drawFault(random, seen) : undefined;
        if (kind === undefined) return undefined;
        faults.set(kind, (faults.get(kind) ?? 0) + 1);
        return toFault(kind);
      },
    },
  );
  return {
    url,
    jobs: () => [...jobs.values()].map((job) => ({ token: job.token, state: stateOf(job) })),
    faults,
    setFaulty: (next) => {
      isFaulty = next;
    },
    stop,
  };
}
