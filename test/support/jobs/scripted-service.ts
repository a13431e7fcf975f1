import { losesReply } from './faults.js';
import { type Fault, type SeenRequest, startJobService, writeReply } from './job-service.js';

/** One reply, or `lost`: the service does the work, and its reply never arrives. */
export type ScriptedReply =
  | 'lost'
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** JSON, or a text as it is. */
      readonly body?: unknown;
      /** The reply is followed by this number of blanks. */
      readonly timesLarger?: number;
    };

/** What a job does, which its caller sends with the start. The last reply of a list is repeated. */
export interface JobScript {
  readonly start?: readonly ScriptedReply[];
  readonly polls?: readonly ScriptedReply[];
  readonly cancels?: readonly ScriptedReply[];
  /** Replies to polls after the cancellation. */
  readonly afterCancel?: readonly ScriptedReply[];
  readonly results?: readonly ScriptedReply[];
  /** The replies to requests for the log. */
  readonly logs?: readonly ScriptedReply[];
  /** The first lists of jobs leave it out: this number of them. */
  readonly hiddenTimes?: number;
}

interface ScriptedJob {
  script: JobScript;
  polls: ScriptedReply[];
  readonly cancels: ScriptedReply[];
  readonly results: ScriptedReply[];
  readonly logs: ScriptedReply[];
  readonly id: string;
  readonly token: string | undefined;
  hiddenTimes: number;
}

export interface ScriptedService {
  readonly url: string;
  /** Requests about the jobs of one name, in their order. Those that look for its token are among them. */
  readonly seen: (name: string) => readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

const RUNNING: ScriptedReply = { body: { state: 'running' } };
const ENDED: ScriptedReply = { body: { state: 'ok', answer: 42 } };

/** More than a result may have, in characters. */
const LARGE_LENGTH = 1_500_000;

/** Sends a reply. `{authorization}` in it stands for the credentials of the caller, `{large}` for a long text. */
function toFault(reply: ScriptedReply, { headers: { authorization = '' } }: SeenRequest): Fault {
  if (reply === 'lost') return losesReply;
  const filled = JSON.stringify(reply)
    .replaceAll('{authorization}', authorization)
    .replaceAll('{large}', 'x'.repeat(LARGE_LENGTH));
  const { status = 200, headers = {}, body, timesLarger = 0 } = JSON.parse(filled) as typeof reply;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  return ({ response }) => {
    writeReply(response, { status, headers, body: text + ' '.repeat(timesLarger) });
  };
}

function takeNext(replies: ScriptedReply[], otherwise: ScriptedReply): ScriptedReply {
  return (replies.length > 1 ? replies.shift() : replies[0]) ?? otherwise;
}

/**
 * Starts a service whose jobs do what their callers say: `POST /runs {name, script}`, `GET /runs/<name>`,
 * `GET /runs?token=<token>`, `GET /runs/<name>/result`, `GET /runs/<name>/log` and `POST /runs/<name>/cancel`.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  const jobs = new Map<string, ScriptedJob>();
  const starts = new Map<string, ScriptedReply[]>();

  const start = (body: string): ScriptedReply => {
    const {
      name,
      token,
      script = {},
    } = JSON.parse(body) as {
      name: string;
      token?: string;
      script?: JobScript;
    };
    const replies = starts.get(name) ?? [...(script.start ?? [])];
    starts.set(name, replies);
    jobs.set(name, {
      script,
      polls: [...(script.polls ?? [RUNNING, ENDED])],
      cancels: [...(script.cancels ?? [])],
      results: [...(script.results ?? [])],
      logs: [...(script.logs ?? [])],
      id: name,
      token,
      hiddenTimes: script.hiddenTimes ?? 0,
    });
    return takeNext(replies, { status: 201, body: { id: name } });
  };

  const find = (token: string | null): readonly object[] =>
    [...jobs.values()].flatMap((job) => {
      if (job.token !== token) return [];
      job.hiddenTimes -= 1;
      return job.hiddenTimes < 0 ? [{ id: job.id, token }] : [];
    });

  const answer = ({ method, path, query, body }: SeenRequest): ScriptedReply => {
    const [, , name = '', act] = path.replace(/\?.*$/s, '').split('/');
    if (method === 'POST' && act === undefined) return start(body);
    if (query.has('token')) return { body: { runs: find(query.get('token')) } };
    const job = jobs.get(name);
    if (!job) return { status: 404, body: { message: 'No such job' } };
    if (act === 'cancel') {
      const reply = takeNext(job.cancels, { status: 202 });
      const isTaken = reply === 'lost' || (reply.status ?? 200) < 500;
      if (isTaken) job.polls = [...(job.script.afterCancel ?? [{ body: { state: 'stopped' } }])];
      return reply;
    }
    if (act === 'result') return takeNext(job.results, ENDED);
    if (act === 'log') return takeNext(job.logs, { status: 404 });
    return takeNext(job.polls, ENDED);
  };

  const service = await startJobService([], { faultOf: (seen) => toFault(answer(seen), seen) });
  return {
    url: service.url,
    seen: (name) => {
      const token = jobs.get(name)?.token;
      const words = token === undefined ? [name] : [name, `token=${token}`];
      return service.seen(({ path, body }) => words.some((word) => (path + body).includes(word)));
    },
    stop: service.stop,
  };
}
