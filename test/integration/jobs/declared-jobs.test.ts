/** Tools whose tasks are jobs behind an HTTP API, by manifest alone (J-…). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import {
  type JobScript,
  type ScriptedService,
  startScriptedService,
} from '../../support/jobs/scripted-service.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import {
  startMcpServer,
  type TestServer,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { startWebhookWorker, type WebhookWorker } from '../../support/start-webhook-worker.js';
import {
  createTask,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';

const SECRET = `token-${randomBytes(12).toString('hex')}`;

const MANIFEST = `server: server.yaml
defaults:
  task: { joinRepeats: false }
  input:
    type: object
    properties: { name: { type: string }, script: { type: object }, note: { type: string } }
x-job: &job
  base: "\${SERVICE_URL}"
  internalAddresses: true
  auth: { bearer: SERVICE_TOKEN }
  pollEvery: { from: 1s, to: 1s }
x-poll: &poll
  url: /runs/{$job.id}
  state: $body.state
  succeeded: [ok]
  failed: [broken]
  cancelled: [stopped]
  message: "{$body.say}"
  progress: { done: $body.percent, total: 100 }
  error: "{$body.why}"
  result: $body.answer
x-cancel: &cancel { url: "/runs/{$job.id}/cancel" }
x-start: &start
  url: /runs
  json: { name: "{name}", script: "{script}", note: "{note}", token: "{$task.token}" }
tools:
  run: { job: { <<: *job, start: *start, poll: *poll, cancel: *cancel } }
  run_by_token: { job: { <<: *job, start: { <<: *start, idempotent: true }, poll: *poll } }
  run_and_find:
    job:
      <<: *job
      notFoundFor: 1s
      start: *start
      find: &find { url: /runs, query: { token: "{$task.token}" }, ids: { id: "$body.runs[?token == $task.token].id | [0]" } }
      poll: *poll
  run_briefly: { job: { <<: *job, timeout: 4s, start: *start, poll: *poll, cancel: *cancel } }
  run_impatiently: { job: { <<: *job, unreachableFor: 1s, start: *start, poll: *poll } }
  run_and_fetch:
    job:
      <<: *job
      start: *start
      poll: *poll
      result: { url: "/runs/{$job.id}/result", value: $body.report, parse: true }
  run_rarely: { job: { <<: *job, base: "\${RARE_URL}", callsPerMinute: 120, start: *start, poll: *poll } }
  run_queued:
    job:
      <<: *job
      start: { <<: *start, ids: { item: $body.id } }
      queue:
        url: /runs/{$job.item}
        state: $body.state
        cancelled: [stopped]
        ids: { id: $body.build }
        cancel: { url: "/runs/{$job.item}/cancel" }
      poll: *poll
      cancel: *cancel
`;

const closers: (() => Promise<unknown>)[] = [];
let service: ScriptedService;
let rareService: ScriptedService;
let server: TestServer;
let temporal: Client;
let worker: WebhookWorker;
let mcp: RawMcp;
let startWorker: () => Promise<WebhookWorker>;

beforeAll(async () => {
  service = await startScriptedService();
  rareService = await startScriptedService();
  closers.push(service.stop, rareService.stop);
  const folder = await createTestFolder({
    'server.yaml': `name: jobs-${randomBytes(6).toString('hex')}\n`,
    'mcp-tasks.yaml': MANIFEST,
  });
  closers.push(folder.remove);
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  const options = {
    taskQueue: 'unused',
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: { SERVICE_URL: service.url, RARE_URL: rareService.url },
  };
  server = await startMcpServer(options);
  closers.push(async () => server.stop());
  startWorker = async () =>
    startWebhookWorker({
      ...options,
      environment: { ...options.environment, SERVICE_TOKEN: SECRET },
    });
  worker = await startWorker();
  closers.push(async () => worker.stop());
  mcp = connectRawHttp(server.url);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface StartedJob {
  readonly name: string;
  readonly taskId: string;
  /** The paths of its requests so far, with their methods. */
  readonly requests: () => readonly string[];
}

async function start(tool: string, script: JobScript): Promise<StartedJob> {
  const name = `job-${randomBytes(6).toString('hex')}`;
  const taskId = await createTask(mcp, tool, { arguments: { name, script } });
  const requests = (): string[] =>
    service
      .seen(name)
      .map(({ method, path }) => `${method} ${path}`.replaceAll(name, 'NAME'))
      .map((request) => request.replace(/token=[\w-]+/, 'token=TOKEN'));
  return { name, taskId, requests };
}

async function textOf(taskId: string): Promise<unknown> {
  const { content } = await resultOf(mcp.request('tasks/result', { taskId }));
  return (content as { readonly text: string }[])[0]?.text;
}

const POLL = 'GET /runs/NAME';
const START = 'POST /runs';
const FIND = 'GET /runs?token=TOKEN';
const CANCEL = 'POST /runs/NAME/cancel';

async function untilPolled({ requests }: StartedJob): Promise<void> {
  await eventually('a poll', () => requests().includes(POLL));
}

describe('a job', () => {
  it('is started once, and its result is that of the task', async () => {
    const job = await start('run', {
      polls: [{ body: { state: 'queued' } }, { body: { state: 'ok', answer: { a: 1 } } }],
    });
    const ended = await untilStatus(mcp, job.taskId, 'completed');

    expect(ended.statusMessage).toBeUndefined();
    expect(JSON.parse((await textOf(job.taskId)) as string)).toStrictEqual({ a: 1 });
    expect(job.requests()).toStrictEqual([START, POLL, POLL]);
  });

  it('shows its state and progress', async () => {
    const body = { state: 'building', say: 'Step 3 of 7', percent: 40 };
    const job = await start('run', { polls: [{ body }] });
    const shown = await eventually('the state', async () => {
      const { statusMessage } = await getTask(mcp, job.taskId);
      return statusMessage?.includes('Step') === true ? statusMessage : undefined;
    });
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));

    expect(shown).toBe('Step 3 of 7');
  });

  it('fails with the words of its service', async () => {
    const { taskId } = await start('run', {
      polls: [{ body: { state: 'broken', why: 'Exit code 1' } }],
    });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toBe('Exit code 1 (JobFailed)');
  });

  it('is asked for again after errors of its service', async () => {
    const job = await start('run', {
      polls: [
        { status: 500 },
        'lost',
        { body: '<html>Bad gateway</html>' },
        { status: 429, headers: { 'retry-after': '1' } },
        { body: { state: 'ok', answer: 'done' } },
      ],
    });
    await untilStatus(mcp, job.taskId, 'completed');

    expect(await textOf(job.taskId)).toBe('done');
    expect(job.requests()).toStrictEqual([START, POLL, POLL, POLL, POLL, POLL]);
  });

  it('fails once its service has been out of reach for the tolerated time', async () => {
    const { taskId } = await start('run_impatiently', { polls: [{ status: 503 }] });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toContain('The service has answered with status 503.');
    expect(statusMessage).toContain('may still be running. (JobServiceUnreachable)');
  });

  it('is lost if its service forgets it, also after states that were alike', async () => {
    const running = { body: { state: 'running' } };
    const { name, taskId } = await start('run', {
      polls: [running, running, running, { status: 404 }],
    });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toBe(
      `The service no longer knows the job (id ${name}), so it is unknown how it ended: The service has answered with status 404 (GET /runs/${name}). (JobGone)`,
    );
  });

  it('may be unknown for a while after its start', async () => {
    const job = await start('run', {
      polls: [{ status: 404 }, { body: { state: 'ok', answer: 1 } }],
    });
    await untilStatus(mcp, job.taskId, 'completed');

    expect(await textOf(job.taskId)).toBe('1');
  });

  it('goes on as another resource', async () => {
    const build = await start('run', { polls: [{ body: { state: 'ok', answer: 'built' } }] });
    await untilStatus(mcp, build.taskId, 'completed');
    const queued = await start('run_queued', {
      polls: [{ body: { state: 'waiting' } }, { body: { build: build.name } }],
    });
    await untilStatus(mcp, queued.taskId, 'completed');

    expect(await textOf(queued.taskId)).toBe('built');
    expect(queued.requests()).toStrictEqual([START, POLL, POLL]);
  });
});

describe('the result of a job', () => {
  it('is fetched, and parsed if it is a text of JSON', async () => {
    const report = '{"passed":17}';
    const { taskId } = await start('run_and_fetch', {
      results: [{ status: 503 }, { body: { report } }],
    });
    await untilStatus(mcp, taskId, 'completed');

    expect(JSON.parse((await textOf(taskId)) as string)).toStrictEqual({ passed: 17 });
  });

  it('stays at its address if it is too large', async () => {
    const { name, taskId } = await start('run_and_fetch', {
      results: [{ body: { report: 'a' }, timesLarger: 5_000_000 }],
    });
    await untilStatus(mcp, taskId, 'completed');

    expect(JSON.parse((await textOf(taskId)) as string)).toStrictEqual({
      url: `${service.url}/runs/${name}/result`,
      note: 'The result is too large to return. Fetch it from this address.',
    });
  });

  it('that is refused fails the task, which says that the job has succeeded', async () => {
    const { name, taskId } = await start('run_and_fetch', { results: [{ status: 403 }] });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toBe(
      `The job (id ${name}) has succeeded, but its result cannot be read: The service has answered with status 403. (JobUnreadable)`,
    );
  });
});

describe('the start of a job', () => {
  it('that is refused fails with the words of the service', async () => {
    const { taskId } = await start('run', {
      start: [{ status: 422, body: { message: 'No such branch' } }],
    });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toBe(
      'The service has answered with status 422: No such branch. (JobRefused)',
    );
  });

  it('is made again after a limit of calls', async () => {
    const job = await start('run', {
      start: [
        { status: 429, headers: { 'retry-after': '1' } },
        { status: 201, body: { id: 'x' } },
      ],
    });
    await eventually(
      'two starts',
      () => job.requests().filter((one) => one === START).length === 2,
    );
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));

    expect(job.requests().slice(0, 2)).toStrictEqual([START, START]);
  });

  it('without an answer is never made again (J-111)', async () => {
    const job = await start('run', { start: ['lost'] });
    const { statusMessage } = await untilStatus(mcp, job.taskId, 'failed');

    expect(statusMessage).toContain('look for it at the service before you call again');
    expect(statusMessage).toContain('(JobStartUnknown)');
    expect(job.requests()).toStrictEqual([START]);
  });

  it('without an answer is made again with the same token, where that starts nothing twice (J-110)', async () => {
    const name = `job-${randomBytes(6).toString('hex')}`;
    const script: JobScript = {
      start: ['lost', { status: 502 }, { status: 200, body: { id: name } }],
    };
    const taskId = await createTask(mcp, 'run_by_token', { arguments: { name, script } });
    await untilStatus(mcp, taskId, 'completed');
    const starts = service.seen(name).filter(({ method }) => method === 'POST');
    const tokens = starts.map(({ body }) => (JSON.parse(body) as { token: string }).token);

    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
  });

  it('without an answer is looked for, where the declaration says how', async () => {
    const job = await start('run_and_find', { start: ['lost'] });
    await untilStatus(mcp, job.taskId, 'completed');

    expect(job.requests()).toStrictEqual([START, FIND, POLL, POLL]);
  });

  it('without an answer fails where the service shows no job for it', async () => {
    const job = await start('run_and_find', { start: ['lost'], hiddenTimes: 9 });
    const { statusMessage } = await untilStatus(mcp, job.taskId, 'failed');

    expect(statusMessage).toContain('(JobStartUnknown)');
    expect(job.requests()).toStrictEqual([START, FIND, FIND]);
  });

  it('has an answer that names no job', async () => {
    const { taskId } = await start('run', { start: [{ status: 202 }] });
    const { statusMessage } = await untilStatus(mcp, taskId, 'failed');

    expect(statusMessage).toContain('no value for $body.id');
  });
});

describe('a cancelled task', () => {
  it('cancels its job, and ends once the service says so', async () => {
    const job = await start('run', {
      polls: [{ body: { state: 'running' } }],
      afterCancel: [{ body: { state: 'stopping' } }, { body: { state: 'stopped' } }],
    });
    await untilPolled(job);
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));
    const handle = temporal.workflow.getHandle(job.taskId);
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });

    expect(job.requests().slice(-3)).toStrictEqual([CANCEL, POLL, POLL]);
  });

  it('says that its job goes on where the service cannot cancel it', async () => {
    const job = await start('run_by_token', { polls: [{ body: { state: 'running' } }] });
    await untilPolled(job);
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));
    const message = await eventually('the end', async () => {
      const { statusMessage } = await getTask(mcp, job.taskId);
      return statusMessage?.startsWith('Cancelled:') === true ? statusMessage : undefined;
    });

    expect(message).toBe(
      `Cancelled: The service cannot cancel the job (id ${job.name}), so it keeps running there.`,
    );
  });

  it('follows a job that the service does not cancel to its end', async () => {
    const job = await start('run', {
      polls: [{ body: { state: 'running' } }],
      cancels: [{ status: 400, body: { message: 'Too late' } }],
      afterCancel: [{ body: { state: 'running' } }, { body: { state: 'ok', answer: 'done' } }],
    });
    await untilPolled(job);
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));
    const shown = await eventually('the refusal', async () => {
      const { statusMessage } = await getTask(mcp, job.taskId);
      return statusMessage?.includes('Too late') === true ? statusMessage : undefined;
    });

    expect(shown).toContain(
      'The job cannot be cancelled: The service has answered with status 400: Too late.',
    );
    expect(await temporal.workflow.getHandle(job.taskId).result()).toBe('done');
  });

  it('takes its job out of the queue', async () => {
    const job = await start('run_queued', { polls: [{ body: { state: 'waiting' } }] });
    await untilPolled(job);
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));
    await expect(temporal.workflow.getHandle(job.taskId).result()).rejects.toThrow('cancelled');

    expect(job.requests()).toContain(CANCEL);
  });
});

describe('a job at the end of its limit', () => {
  it('is cancelled, and its task fails', async () => {
    const job = await start('run_briefly', { polls: [{ body: { state: 'running' } }] });
    const { statusMessage } = await untilStatus(mcp, job.taskId, 'failed');

    expect(statusMessage).toMatch(
      /^The job has not ended within its limit of 4 seconds\.( Its last state: .*\.)? \(JobTimedOut\)$/,
    );
    expect(job.requests()).toContain(CANCEL);
  });
});

describe('the calls of all jobs to one service', () => {
  it('stay below the declared number, however many tasks there are (J-114)', async () => {
    const names = Array.from({ length: 10 }, () => `rare-${randomBytes(6).toString('hex')}`);
    const script: JobScript = { polls: [{ body: { state: 'ok', answer: 1 } }] };
    const taskIds = await Promise.all(
      names.map(async (name) => createTask(mcp, 'run_rarely', { arguments: { name, script } })),
    );
    await Promise.all(taskIds.map(async (taskId) => untilStatus(mcp, taskId, 'completed')));
    const times = rareService.seen('rare-').map(({ atMs }) => atMs);
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000;

    expect(times).toHaveLength(20);
    // Two a second are allowed, and Temporal lets some pass at once at first.
    expect(times.length / seconds).toBeLessThan(4);
  });
});

describe('a Worker of jobs', () => {
  it('that is killed is followed by another one, which starts nothing again', async () => {
    const job = await start('run', { polls: [{ body: { state: 'running' } }] });
    await untilPolled(job);
    await worker.kill();
    worker = await startWorker();
    const polls = job.requests().length;
    await eventually('a poll of the new one', () => job.requests().length > polls);
    await resultOf(mcp.request('tasks/cancel', { taskId: job.taskId }));

    expect(job.requests().filter((one) => one === START)).toHaveLength(1);
  });

  it('sends the secret, which no history, log or answer has', async () => {
    const job = await start('run', {
      polls: [{ body: { state: 'broken', why: 'Bad {authorization}' } }],
    });
    const { statusMessage } = await untilStatus(mcp, job.taskId, 'failed');
    const history = await temporal.workflow.getHandle(job.taskId).fetchHistory();
    const { raw } = await temporal.workflow.getHandle(job.taskId).describe();
    const sent = service.seen(job.name).map(({ headers }) => headers['authorization']);
    const written = JSON.stringify([history, raw]).replaceAll(
      /"data":"([^"]+)"/g,
      (_member, data: string) => Buffer.from(data, 'base64').toString(),
    );

    expect(new Set(sent)).toStrictEqual(new Set([`Bearer ${SECRET}`]));
    expect(statusMessage).toBe('Bad Bearer *** (JobFailed)');
    expect(written).toContain(job.name);
    expect(written).not.toContain(SECRET);
    expect(worker.log() + server.log()).not.toContain(SECRET);
  });
});
