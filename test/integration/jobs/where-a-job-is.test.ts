/** How tasks of jobs end that something goes wrong with: where the job is decides it (J-…). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import {
  type JobScript,
  type ScriptedReply,
  type ScriptedService,
  startScriptedService,
} from '../../support/jobs/scripted-service.js';
import { type ServedJobs, serveJobs, type TaskEnd } from '../../support/jobs/serve-jobs.js';
import { startWebhookWorker } from '../../support/start-webhook-worker.js';
import { createTestFolder } from '../../support/test-folder.js';

/** Nothing listens there, and no manifest names it. */
const FORBIDDEN = 'http://127.0.0.2:9/runs/1';

const MANIFEST = `server: server.yaml
defaults:
  task: { joinRepeats: false }
  input:
    type: object
    properties: { name: { type: string }, script: { type: object } }
x-job: &job
  base: "\${SERVICE_URL}"
  internalAddresses: true
  pollEvery: { from: 1s, to: 1s }
  notFoundFor: 2s
  unreachableFor: 2s
x-start: &start
  url: /runs
  json: { name: "{name}", script: "{script}", token: "{$task.token}" }
x-poll: &poll
  url: /runs/{$job.id}
  state: $body.state
  succeeded: [ok]
  failed: [broken]
  cancelled: [stopped]
  error: "{$body.why}"
  result: $body.answer
x-find: &find { url: /runs, query: { token: "{$task.token}" }, ids: { id: "$body.runs[?token == $task.token].id | [0]" } }
x-output: &output { type: object, required: [rows], properties: { rows: { type: array } } }
tools:
  run: { job: { <<: *job, start: *start, poll: *poll } }
  run_patiently: { job: { <<: *job, unreachableFor: 1 minute, start: *start, poll: *poll } }
  run_declared: { output: *output, job: { <<: *job, start: *start, poll: *poll } }
  describe_oddly:
    job: { <<: *job, start: *start, poll: { <<: *poll, message: "{join(', ', $body.never)}", error: "{$body.why.deep}" } }
  say: { job: { <<: *job, start: *start, poll: { <<: *poll, message: "{$body.note}" } } }
  sum_up: { job: { <<: *job, start: *start, poll: { <<: *poll, result: sum($body.n) } } }
  misspell: { job: { <<: *job, timeout: 40s, start: *start, poll: { <<: *poll, state: $body.stat } } }
  stop:
    job: &stop
      <<: *job
      start: *start
      poll: { <<: *poll, result: sum($body.n) }
      cancel: { url: "/runs/{$job.id}/cancel" }
  stop_as_done: { job: { <<: *stop, cancel: { url: "/runs/{$job.id}/cancel", endsAs: [ok] } } }
  finish_at_once: { job: { <<: *job, start: { <<: *start, finishedIf: $body.answer }, poll: *poll } }
  parse_text: { job: { <<: *job, start: *start, poll: *poll, result: { parse: true } } }
  join_words:
    job: { <<: *job, start: *start, poll: { <<: *poll, state: "join('-', [$body.phase, $body.step])" } }
  tell_plainly: { job: { <<: *job, start: *start, poll: { url: "/runs/{$job.id}", state: $body, succeeded: [DONE] } } }
  locate: { job: { <<: *job, preset: location, start: *start } }
  locate_declared: { output: *output, job: { <<: *job, preset: location, start: *start } }
  fetch: { job: { <<: *job, start: *start, poll: *poll, result: { url: "/runs/{$job.id}/result" } } }
  fetch_late: { job: { <<: *job, notFoundFor: 1 minute, start: *start, poll: *poll, result: { url: "/runs/{$job.id}/result" } } }
  call_elsewhere: { job: { <<: *job, start: { <<: *start, ids: { id: $body.url } }, poll: { <<: *poll, url: "{$job.id}" } } }
  call_inside: { job: { <<: *job, internalAddresses: false, base: https://127.0.0.1:9, start: *start, poll: *poll } }
  call_nobody: { job: { <<: *job, base: http://127.0.0.1:9, unreachableFor: 4s, start: *start, poll: *poll } }
  link: { job: { <<: *job, start: { <<: *start, ids: { id: $body._links.self.href } }, poll: { <<: *poll, url: "{$job.id}" } } }
  link_later:
    job:
      <<: *job
      start: *start
      queue: { url: "/runs/{$job.id}/item", state: $body.state, ids: { build: $body.build } }
      poll: { <<: *poll, url: "{$job.build}" }
  name_file:
    job:
      <<: *job
      start: *start
      poll: { <<: *poll, ids: { file: $body.file } }
      result: { method: POST, url: "/runs/{$job.id}/result", json: { file: "{$job.file}" } }
  name_file_in_address:
    job: { <<: *job, start: *start, poll: { <<: *poll, ids: { file: $body.file } }, result: { url: "/files/{$job.file}" } }
  refuse_in_words:
    job: { <<: *job, start: { <<: *start, refusedIf: "$body.status == 'error'", error: "{$body.message}" }, poll: *poll }
  tell_why: { job: { <<: *job, start: *start, poll: *poll, failure: { url: "/runs/{$job.id}/log", tail: 100 } } }
  know_words: { job: { <<: *job, start: *start, poll: { <<: *poll, running: [building] } } }
  find_late:
    job:
      <<: *job
      notFoundFor: 1 minute
      unreachableFor: 1 minute
      start: *start
      find: *find
      poll: *poll
      cancel: { url: "/runs/{$job.id}/cancel" }
  find_none: { job: { <<: *job, unreachableFor: 1 minute, start: *start, find: *find, poll: *poll } }
  find_after_queue:
    job:
      <<: *job
      unreachableFor: 1 minute
      start: { <<: *start, ids: { item: $body.id } }
      queue: { url: "/runs/{$job.item}/item", state: $body.state, ids: { id: $body.build } }
      find: *find
      poll: *poll
  stop_briefly:
    job:
      <<: *job
      unreachableFor: 1 minute
      start: *start
      poll: *poll
      cancel: { url: "/runs/{$job.id}/cancel", within: 2s }
`;

const START = 'POST /runs';
const POLL = 'GET /runs/NAME';
const FIND = 'GET /runs?token=TOKEN';
const LONG = '9007199254740993';
const HALF_NOTE: ScriptedReply = { body: String.raw`{"state":"runs","note":"n \ud83d"}` };
const HALF_WORD: ScriptedReply = { body: String.raw`{"state":"run \ud83d"}` };
const SUMMED: ScriptedReply = { body: { state: 'ok', n: [1, 2] } };
const FOUND: ScriptedReply = { body: { state: 'ok', answer: 'done' } };

interface Case {
  /** What the service does, as a part of a sentence. */
  readonly when: string;
  readonly tool: string;
  readonly script?: JobScript;
  /** The text of the result, or of the failure. `NAME` is the name of the job, `SERVICE` the address of its service. */
  readonly ends: string;
  /** Default: the task has completed. */
  readonly hasFailed?: true;
  /** All requests in their order. */
  readonly requests?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    when: 'a text about a running job cannot be read (F1)',
    tool: 'describe_oddly',
    ends: '42',
  },
  {
    when: 'the reason of a failure cannot be read (F1)',
    tool: 'describe_oddly',
    script: { polls: [{ body: { state: 'broken', why: 'text' } }] },
    ends: 'The job has ended as broken. (JobFailed)',
    hasFailed: true,
  },
  {
    when: 'all replies lack a member of the state (F1)',
    tool: 'join_words',
    script: { polls: [{ body: { phase: 'a' } }] },
    ends: 'The service has answered without a state ("join(\'-\', [$body.phase, $body.step])" does not fit).',
    hasFailed: true,
  },
  {
    when: 'a text about it ends in half a character (V1)',
    tool: 'say',
    script: { polls: [HALF_NOTE, HALF_NOTE, FOUND] },
    ends: 'done',
  },
  {
    when: 'the word for its state has half a character (V1)',
    tool: 'run',
    script: { polls: [HALF_WORD, HALF_WORD, FOUND] },
    ends: 'done',
  },
  {
    when: 'the reason of its failure has half a character (V1)',
    tool: 'run',
    script: { polls: [{ body: String.raw`{"state":"broken","why":"No \ud83d"}` }] },
    ends: 'No \ufffd (JobFailed)',
    hasFailed: true,
  },
  {
    when: 'its result has a long number (V2)',
    tool: 'run',
    script: { polls: [{ body: `{"state":"ok","answer":{"id":${LONG},"n":NaN}}` }] },
    ends: `{"id":${LONG},"n":null}`,
  },
  {
    when: 'its result has a number beyond all others',
    tool: 'run',
    script: { polls: [{ body: '{"state":"ok","answer":{"m":1e400}}' }] },
    ends: '{"m":1e400}',
  },
  {
    when: 'a result that is fetched has a long number (V2)',
    tool: 'fetch',
    script: { results: [{ body: `[${LONG}.25,Infinity]` }] },
    ends: `[${LONG}.25,null]`,
  },
  {
    when: 'the reply to its start has a long number (V2)',
    tool: 'finish_at_once',
    script: { start: [{ body: `{"state":"ok","answer":${LONG}}` }] },
    ends: LONG,
    requests: [START],
  },
  {
    when: 'its result is a text of JSON with a long number (V2)',
    tool: 'parse_text',
    script: { polls: [{ body: { state: 'ok', answer: `{"id":${LONG},"n":-Infinity}` } }] },
    ends: `{"id":${LONG},"n":null}`,
  },
  {
    when: 'its result is in another charset',
    tool: 'fetch',
    script: {
      results: [{ headers: { 'content-type': 'text/plain; charset=utf-16le' }, body: 'h\0e\0' }],
    },
    ends: 'he',
  },
  {
    when: 'the state is a plain text (F3)',
    tool: 'tell_plainly',
    script: { polls: [{ body: 'RUNNING' }, { body: 'DONE' }] },
    ends: 'DONE',
  },
  {
    when: 'the last reply is a text (F3, J4)',
    tool: 'locate',
    script: {
      start: [{ status: 202, headers: { location: '/runs/NAME' } }],
      polls: [{ status: 202 }, { body: 'a,b\n1,2\n' }],
    },
    ends: 'a,b\n1,2\n',
  },
  {
    when: 'the last reply cannot be read as a whole (F3, J4)',
    tool: 'locate_declared',
    script: {
      start: [{ status: 202, headers: { location: '/runs/NAME' } }],
      polls: [{ body: { rows: [] }, timesLarger: 5_000_000 }],
    },
    ends: 'The work is done, so do not start it again. Its result is too large to return. Fetch it from this address: SERVICE/runs/NAME',
  },
  {
    when: 'the result stands beside the state, and is too large (F3)',
    tool: 'run_declared',
    script: { polls: [{ body: { state: 'ok', answer: { rows: ['{large}'] } } }] },
    ends: 'The work is done, so do not start it again. Its result is too large to return. Fetch it from this address: SERVICE/runs/NAME',
  },
  {
    when: 'the result is not there at once (F4)',
    tool: 'fetch_late',
    script: { results: [{ status: 404 }, { body: 'report' }] },
    ends: 'report',
  },
  {
    when: 'the result is gone (F4)',
    tool: 'fetch',
    script: { results: [{ status: 404, body: { message: 'No artifacts' } }] },
    ends: 'The job (id NAME) has succeeded, but its result cannot be read: The service has answered with status 404: No artifacts. (JobUnreadable)',
    hasFailed: true,
  },
  {
    when: 'the result is at an address that is forbidden (F4)',
    tool: 'fetch',
    script: { results: [{ status: 302, headers: { location: FORBIDDEN } }] },
    ends: 'The job (id NAME) has succeeded, but its result cannot be read: This job may not call 127.0.0.2:9. To allow it, add its origin to "hosts" of the job. (JobMisconfigured)',
    hasFailed: true,
    requests: [START, POLL, POLL, 'GET /runs/NAME/result'],
  },
  {
    when: 'the job is at an address that is forbidden (F4)',
    tool: 'call_elsewhere',
    script: { start: [{ body: { url: FORBIDDEN } }] },
    ends: `This job may not call 127.0.0.2:9. To allow it, add its origin to "hosts" of the job. The job (id ${FORBIDDEN}) was started, and may still be running. (JobMisconfigured)`,
    hasFailed: true,
  },
  {
    when: 'the base has a private address (F4)',
    tool: 'call_inside',
    ends: '127.0.0.1:9 has an address in a private network, which only "internalAddresses: true" of the job allows. The job was not started. (JobMisconfigured)',
    hasFailed: true,
  },
  {
    when: 'nobody listens (F14)',
    tool: 'call_nobody',
    ends: '127.0.0.1:9 cannot be reached: it refuses connections. The job was not started. (JobServiceUnreachable)',
    hasFailed: true,
  },
  {
    when: 'a poll is never answered (F14)',
    tool: 'run',
    script: { polls: [{ status: 503 }] },
    ends: 'The service has answered with status 503. The service has been out of reach for ',
    hasFailed: true,
  },
  {
    when: 'the job was never known (F13)',
    tool: 'run',
    script: { polls: [{ status: 404 }] },
    ends: 'The service does not know the job (id NAME), so it is unknown how it ended: The service has answered with status 404 (GET /runs/NAME). (JobGone)',
    hasFailed: true,
  },
  {
    when: 'the reply to the start has a relative link (F13)',
    tool: 'link',
    script: { start: [{ body: { _links: { self: { href: '/runs/NAME' } } } }] },
    ends: '42',
    requests: [START, POLL, POLL],
  },
  {
    when: 'a later reply has a relative link',
    tool: 'link_later',
    script: { polls: [{ body: { build: 'next' } }, FOUND] },
    ends: 'done',
    requests: [START, 'GET /runs/NAME/item', 'GET /runs/NAME/next'],
  },
  {
    when: 'the last reply names what has the result (F7)',
    tool: 'name_file',
    script: { polls: [{ body: { state: 'ok', file: 'f-7' } }], results: [{ body: 'rows' }] },
    ends: 'rows',
    requests: [START, POLL, 'POST /runs/NAME/result'],
  },
  {
    when: 'the last reply does not name what has the result (F13)',
    tool: 'name_file_in_address',
    script: { polls: [{ body: { state: 'ok' } }] },
    ends: 'The job (id NAME) has succeeded, but its result cannot be read: "$job.file" has no value, and is part of an address. (JobMisconfigured)',
    hasFailed: true,
  },
  {
    when: 'the start is refused in words of its own (F9)',
    tool: 'run',
    script: {
      start: [{ status: 422, body: { detail: [{ loc: ['branch'], msg: 'unknown branch' }] } }],
    },
    ends: 'The service has answered with status 422: {"detail":[{"loc":["branch"],"msg":"unknown branch"}]}. (JobRefused)',
    hasFailed: true,
  },
  {
    when: 'the start is refused with status 200 (F9)',
    tool: 'refuse_in_words',
    script: { start: [{ body: { status: 'error', message: 'No such branch' } }] },
    ends: 'No such branch. (JobRefused)',
    hasFailed: true,
  },
  {
    when: 'the log says why it failed (F8)',
    tool: 'tell_why',
    script: {
      polls: [{ body: { state: 'broken', why: 'Exit code 1' } }],
      logs: [{ body: `${'x'.repeat(90)}\n\u001b[31m3 tests failed\u001b[0m: login\n` }],
    },
    ends: `Exit code 1\n\n${'x'.repeat(78)}\n3 tests failed: login (JobFailed)`,
    hasFailed: true,
  },
  {
    when: 'there is no log (F8)',
    tool: 'tell_why',
    script: { polls: [{ body: { state: 'broken', why: 'Exit code 1' } }] },
    ends: 'Exit code 1\n\nThe job has failed, and its log cannot be read: The service has answered with status 404. (JobFailed)',
    hasFailed: true,
  },
  {
    when: 'the log is longer than can be read (F8)',
    tool: 'tell_why',
    script: {
      polls: [{ body: { state: 'broken', why: 'Exit code 1' } }],
      logs: [{ body: '{large}{large}{large}3 tests failed' }],
    },
    ends: `Exit code 1\n\n${'x'.repeat(86)}3 tests failed (JobFailed)`,
    hasFailed: true,
  },
  {
    when: 'it has succeeded, and its result does not fit the expression (N1)',
    tool: 'sum_up',
    script: { polls: [{ body: { state: 'ok', n: '3/10' } }] },
    ends: 'The job (id NAME) has succeeded, but its result cannot be read: "sum($body.n)" does not fit the reply: ',
    hasFailed: true,
  },
  {
    when: 'it has succeeded, and its result is never there (N5)',
    tool: 'fetch',
    script: { results: [{ status: 500, body: { message: 'boom' } }] },
    ends: 'The job (id NAME) has succeeded, but its result cannot be read: The service has answered with status 500: boom. The service has been out of reach for ',
    hasFailed: true,
  },
  {
    when: 'the replies have no word for the state (N4)',
    tool: 'misspell',
    script: { polls: [{ body: { state: 'ok' } }] },
    ends: 'The job has not ended within its limit of 40 seconds. Its last state: The job is running. The replies have no value for "$body.stat".',
    hasFailed: true,
  },
  {
    when: 'a poll is answered by a page to sign in (N6)',
    tool: 'locate',
    script: {
      start: [{ status: 202, headers: { location: '/runs/NAME' } }],
      polls: [{ status: 202 }, { body: '<html><title>Sign in</title></html>' }, { body: 'a,b' }],
    },
    ends: 'a,b',
  },
  {
    when: 'a poll is answered by another page in the place of a result (N6)',
    tool: 'locate',
    script: {
      start: [{ status: 202, headers: { location: '/runs/NAME' } }],
      polls: [{ status: 202 }, { body: '<!doctype html><p>Sorry</p>' }, { body: 'a,b' }],
    },
    ends: 'a,b',
  },
  {
    when: 'a poll is sent to another host (N6)',
    tool: 'run',
    script: { polls: [{ status: 302, headers: { location: 'https://login.example/' } }, FOUND] },
    ends: 'done',
  },
  {
    when: 'its start is answered by a page to sign in (N6)',
    tool: 'run',
    script: { start: [{ body: '<html><form><input type="password"></form></html>' }] },
    ends: 'The service has answered with a page to sign in. (JobRefused)',
    hasFailed: true,
    requests: [START],
  },
  {
    when: 'its start has to wait for longer than it may',
    tool: 'run',
    script: { start: [{ status: 429, headers: { 'retry-after': '3600' } }] },
    ends: ' UTC, which is too late. The job was not started. (JobServiceUnreachable)',
    hasFailed: true,
    requests: [START],
  },
  {
    when: 'a poll has to wait for longer than it may',
    tool: 'run',
    script: { polls: [{ status: 429, headers: { 'retry-after': '3600' } }] },
    ends: 'The service has answered with status 429. The service has been out of reach for ',
    hasFailed: true,
    requests: [START, POLL, POLL],
  },
  {
    when: 'the service shows the job of a lost start late (J1)',
    tool: 'find_late',
    script: { start: ['lost'], hiddenTimes: 2, polls: [FOUND] },
    ends: 'done',
    requests: [START, FIND, FIND, FIND, POLL],
  },
  {
    when: 'the service has no job of a lost start (F5)',
    tool: 'find_none',
    script: { start: ['lost'], hiddenTimes: 99 },
    ends: 'The service was asked for the job for 2 seconds, and has none. It is unknown whether the job was started',
    hasFailed: true,
  },
  {
    when: 'the service forgets the item of a queue (J3)',
    tool: 'find_after_queue',
    script: { polls: [{ body: { state: 'waiting' } }, { status: 404 }, FOUND] },
    ends: 'done',
    requests: [START, 'GET /runs/NAME/item', 'GET /runs/NAME/item', FIND, POLL],
  },
];

/** Jobs that are cancelled after their first poll, by what the service does then. */
const CANCELS: readonly (Omit<Case, 'tool'> & { readonly tool?: string })[] = [
  {
    when: 'the service refuses, and it succeeds (N3)',
    script: { cancels: [{ status: 403, body: { message: 'Ask Ann' } }], afterCancel: [SUMMED] },
    ends: 'The job could not be stopped, and has succeeded (id NAME).',
  },
  {
    when: 'the service refuses, and it fails',
    script: { cancels: [{ status: 422 }], afterCancel: [{ body: { state: 'broken', why: 'No' } }] },
    ends: 'The job could not be stopped, and has failed (id NAME). No (JobFailed)',
  },
  {
    when: 'the service agrees, and it succeeds (N3)',
    script: { afterCancel: [SUMMED] },
    ends: 'The job was told to stop, but has succeeded (id NAME).',
  },
  {
    when: 'it has ended already (N3)',
    script: { cancels: [{ status: 409 }], afterCancel: [SUMMED] },
    ends: 'The cancellation came too late: the job has succeeded (id NAME).',
  },
  {
    when: 'the service agrees, and its result does not fit',
    script: { afterCancel: [{ body: { state: 'ok', n: 'x' } }] },
    ends: 'The job was told to stop, but has succeeded (id NAME). Its result cannot be read: "sum($body.n)"',
  },
  {
    when: 'the word for success is that of a cancelled job (N3)',
    tool: 'stop_as_done',
    script: { afterCancel: [SUMMED] },
    ends: 'Cancelled.',
  },
  {
    when: 'its start was in doubt',
    tool: 'find_late',
    script: { start: ['lost'], hiddenTimes: 2 },
    ends: 'Cancelled.',
    requests: [START, FIND, FIND, FIND, 'POST /runs/NAME/cancel', POLL],
  },
];

const closers: (() => Promise<unknown>)[] = [];
let service: ScriptedService;
let jobs: ServedJobs;
let folderPath: string;
let environment: Readonly<Record<string, string>>;
const ends = new Map<Case, TaskEnd & { readonly name: string }>();

interface Started {
  readonly name: string;
  readonly taskId: string;
}

async function start(tool: string, script: JobScript = {}): Promise<Started> {
  const name = `job-${randomBytes(6).toString('hex')}`;
  const filled = JSON.parse(JSON.stringify(script).replaceAll('NAME', name)) as JobScript;
  return { name, taskId: await jobs.start(tool, { name, script: filled }) };
}

const requestsOf = (name: string): readonly string[] =>
  service
    .seen(name)
    .map(({ method, path }) => `${method} ${path}`.replaceAll(name, 'NAME'))
    .map((request) => request.replace(/token=[\w-]+/, 'token=TOKEN'));

beforeAll(async () => {
  service = await startScriptedService();
  closers.push(service.stop);
  const serverName = `jobs-${randomBytes(6).toString('hex')}`;
  const folder = await createTestFolder({
    'server.yaml': `name: ${serverName}\n`,
    'mcp-tasks.yaml': MANIFEST,
    'other.yaml': MANIFEST.replace(/^ {2}run_patiently: .*\n/m, ''),
  });
  closers.push(folder.remove);
  folderPath = folder.path;
  environment = { SERVICE_URL: service.url };
  jobs = await serveJobs(pathToFileURL(join(folder.path, 'mcp-tasks.yaml')), { environment });
  closers.push(jobs.stop);
  await Promise.all(
    CASES.map(async (one) => {
      const { name, taskId } = await start(one.tool, one.script);
      // A job may run until its limit, so a busy machine gets twice the patience.
      const end = await jobs
        .end(taskId)
        .catch(async () => jobs.end(taskId))
        .catch(async () => {
          const { status, statusMessage: message } = await jobs.get(taskId);
          return { status, message, content: undefined, text: undefined };
        });
      ends.set(one, { name, ...end });
    }),
  );
}, 180_000);
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('a task of a job', () => {
  it.each(CASES)('tells where the job is if $when', (one) => {
    const { name = '', status, message, text } = ends.get(one) ?? {};
    const said = (one.hasFailed ? message : text) ?? '';

    expect(status).toBe(one.hasFailed ? 'failed' : 'completed');
    expect(said.replaceAll(service.url, 'SERVICE').replaceAll(name, 'NAME')).toContain(one.ends);
    expect(said).not.toMatch(/\.\.(?!\.)|: 0 |\b1 minutes/);
    expect(requestsOf(name)).toStrictEqual(one.requests ?? requestsOf(name));
  });

  it.each(CANCELS)('that is cancelled says what became of its job if $when', async (one) => {
    const { polls = [{ body: { state: 'running' } }] } = one.script ?? {};
    const { name, taskId } = await start(one.tool ?? 'stop', { ...one.script, polls });
    await eventually('a look', () => [POLL, FIND].includes(requestsOf(name).at(-1) ?? ''));
    await jobs.cancel(taskId);
    const shown = await eventually('what became of it', async () => {
      const { statusMessage = '' } = await jobs.get(taskId);
      return /^(Cancellation requested|$)/.test(statusMessage) ? undefined : statusMessage;
    });

    expect(shown.replaceAll(name, 'NAME')).toContain(one.ends);
    expect(requestsOf(name)).toStrictEqual(one.requests ?? requestsOf(name));
  });

  it('says what a start waits for, in words for people (F14)', async () => {
    const { taskId } = await start('call_nobody');
    const shown = await eventually('the reason', async () => {
      const { statusMessage } = await jobs.get(taskId);
      return statusMessage?.includes('refuses') === true ? statusMessage : undefined;
    });
    await jobs.end(taskId);

    expect(shown).toBe('127.0.0.1:9 cannot be reached: it refuses connections. Trying again.');
  });

  it('says once that its manifest does not know a word (F11)', async () => {
    const odd: ScriptedReply = { body: { state: 'aborted' } };
    const { taskId } = await start('know_words', {
      polls: [{ body: { state: 'building' } }, odd, odd, odd, FOUND],
    });
    const shown = await eventually('the word', async () => {
      const { statusMessage } = await jobs.get(taskId);
      return statusMessage?.includes('aborted') === true ? statusMessage : undefined;
    });
    await jobs.end(taskId);
    const lines = jobs.log().split('\n');

    expect(shown).toBe('The job is aborted. The manifest does not know the word "aborted".');
    expect(lines.filter((line) => line.includes('does not know the word'))).toHaveLength(1);
  });

  it('stops its job also after a long outage, and waits for its end from then on (F15)', async () => {
    const { name, taskId } = await start('stop_briefly', {
      polls: [{ body: { state: 'running' } }],
      cancels: [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 202 }],
    });
    await eventually('a poll', () => requestsOf(name).includes(POLL));
    await jobs.cancel(taskId);
    await eventually('the end of the job', () => requestsOf(name).at(-1) === POLL && stops(name));

    expect(requestsOf(name).filter((one) => one.endsWith('/cancel'))).toHaveLength(4);
  });
});

/** True once a cancellation was accepted. */
const stops = (name: string): boolean =>
  requestsOf(name).filter((one) => one.endsWith('/cancel')).length === 4;

describe('two Workers of one name', () => {
  it('run all jobs, though only one has the tool (F12)', async () => {
    const other = await startWebhookWorker({
      taskQueue: 'unused',
      manifest: join(folderPath, 'other.yaml'),
      environment,
    });
    const all = await Promise.all(Array.from({ length: 8 }, async () => start('run_patiently')));
    const ended = await Promise.all(all.map(async ({ taskId }) => jobs.end(taskId)));
    await other.stop();

    expect(ended.map(({ status }) => status)).toStrictEqual(all.map(() => 'completed'));
    expect(all.map(({ name }) => requestsOf(name)[0])).toStrictEqual(all.map(() => START));
  });
});
