import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
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
  readonly close: () => Promise<void>;
}

const RUNNING: ScriptedReply = { body: { state: 'running' } };
const ENDED: ScriptedReply = { body: { state: 'ok', answer: 42 } };

/** Fills in what the caller has sent as its credentials: `{authorization}`. */
function echo(
  reply: Exclude<ScriptedReply, 'lost'>,
  { authorization = '' }: IncomingMessage['headers'],
): typeof reply {
  const filled = JSON.stringify(reply).replaceAll('{authorization}', authorization);
  return JSON.parse(filled) as typeof reply;
}

/**
 * Starts a service whose jobs do what their callers say: `POST /runs {name, script}`, `GET /runs/<name>`,
 * `GET /runs?name=<name>` and `POST /runs/<name>/cancel`.
 */
export async function startScriptedService(): Promise<ScriptedService> {
  const jobs = new Map<string, ScriptedJob>();
  const requests: SeenRequest[] = [];
  const starts = new Map<string, ScriptedReply[]>();

  const send = (response: ServerResponse, reply: ScriptedReply): void => {
    if (reply === 'lost') {
      response.destroy();
      return;
    }
    const { status = 200, headers = {}, body, timesLarger = 0 } = echo(reply, response.req.headers);
    response.writeHead(status, headers);
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    response.end(text + ' '.repeat(timesLarger));
  };

  const next = (replies: ScriptedReply[], otherwise: ScriptedReply): ScriptedReply =>
    (replies.length > 1 ? replies.shift() : replies[0]) ?? otherwise;

  const answer = (seen: SeenRequest, response: ServerResponse): void => {
    const url = new URL(seen.path, 'http://service');
    const [, , name = url.searchParams.get('name') ?? '', act] = url.pathname.split('/');
    if (seen.method === 'POST' && act === undefined) {
      const given = JSON.parse(seen.body) as { name: string; script?: JobScript };
      const script = given.script ?? {};
      const replies = starts.get(given.name) ?? [...(script.start ?? [])];
      starts.set(given.name, replies);
      jobs.set(given.name, {
        script,
        polls: [...(script.polls ?? [RUNNING, ENDED])],
        results: [...(script.results ?? [])],
        id: given.name,
      });
      send(response, next(replies, { status: 201, body: { id: given.name } }));
      return;
    }
    const job = jobs.get(name);
    if (!job) {
      send(response, { status: 404, body: { message: 'No such job' } });
    } else if (act === 'cancel') {
      job.polls = [...(job.script.afterCancel ?? [{ body: { state: 'stopped' } }])];
      send(response, job.script.cancel ?? { status: 202 });
    } else if (act === 'result') {
      send(response, next(job.results, ENDED));
    } else if (url.searchParams.has('name')) {
      send(response, { body: { runs: job.script.isHidden === true ? [] : [{ id: job.id }] } });
    } else {
      send(response, next(job.polls, ENDED));
    }
  };

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const seen = { method, path, headers, body, atMs: Date.now() };
      requests.push(seen);
      answer(seen, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: (name) => requests.filter(({ path, body }) => (path + body).includes(name)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
