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
  readonly cancel?: ScriptedReply;
  /** Replies to polls after the cancellation. */
  readonly afterCancel?: readonly ScriptedReply[];
  readonly results?: readonly ScriptedReply[];
  /** Lists of jobs leave it out. */
  readonly isHidden?: boolean;
}

interface ScriptedJob {
  script: JobScript;
  polls: ScriptedReply[];
  readonly results: ScriptedReply[];
  readonly id: string;
}

export interface ScriptedService {
  readonly url: string;
  /** Requests about the jobs of one name, in their order. */
  readonly seen: (name: string) => readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

const RUNNING: ScriptedReply = { body: { state: 'running' } };
const ENDED: ScriptedReply = { body: { state: 'ok', answer: 42 } };

/** Sends a reply. `{authorization}` in it stands for the credentials of the caller. */
function toFault(reply: ScriptedReply, { headers: { authorization = '' } }: SeenRequest): Fault {
  if (reply === 'lost') return losesReply;
  const filled = JSON.stringify(reply).replaceAll('{authorization}', authorization);
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
 * `GET /runs?name=<name>` and `POST /runs/<name>/cancel`.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  const jobs = new Map<string, ScriptedJob>();
  const starts = new Map<string, ScriptedReply[]>();

  const start = (body: string): ScriptedReply => {
    const { name, script = {} } = JSON.parse(body) as { name: string; script?: JobScript };
    const replies = starts.get(name) ?? [...(script.start ?? [])];
    starts.set(name, replies);
    jobs.set(name, {
      script,
      polls: [...(script.polls ?? [RUNNING, ENDED])],
      results: [...(script.results ?? [])],
      id: name,
    });
    return takeNext(replies, { status: 201, body: { id: name } });
  };

  const answer = ({ method, path, query, body }: SeenRequest): ScriptedReply => {
    const [, , name = query.get('name') ?? '', act] = path.replace(/\?.*$/s, '').split('/');
    if (method === 'POST' && act === undefined) return start(body);
    const job = jobs.get(name);
    if (!job) return { status: 404, body: { message: 'No such job' } };
    if (act === 'cancel') {
      job.polls = [...(job.script.afterCancel ?? [{ body: { state: 'stopped' } }])];
      return job.script.cancel ?? { status: 202 };
    }
    if (act === 'result') return takeNext(job.results, ENDED);
    if (query.has('name')) {
      return { body: { runs: job.script.isHidden === true ? [] : [{ id: job.id }] } };
    }
    return takeNext(job.polls, ENDED);
  };

  const service = await startJobService([], { faultOf: (seen) => toFault(answer(seen), seen) });
  return {
    url: service.url,
    seen: (name) => service.seen(({ path, body }) => (path + body).includes(name)),
    stop: service.stop,
  };
}
