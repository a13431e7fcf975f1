/**
 * Canaries are marked values in the place of everything confidential.
 * After their way through a server, they must appear only where they belong.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { hashToken } from '../../../src/security/auth/tokens/create-verifiers.js';
import { createKey, type LocalIssuer, startLocalIssuer } from '../../support/auth/local-issuer.js';
import { type Answer, post26, readAnswer } from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';
import { connectRawStdio, initializeParams, post } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { type CliProcess, startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { terminateOpen } from '../../support/with-tasks.js';

const run = randomUUID().slice(0, 8);
const canary = (kind: string): string => `canary-${kind}-${run}`;
/** A canary with the length that a secret needs. */
const long = (kind: string, bytes: number): string =>
  canary(kind).padEnd(bytes, 'x').slice(0, bytes);
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const secrets = {
  TEMPORAL_MCP_TASKS_SECRET: long('secret', 40),
  TEMPORAL_MCP_TASKS_PREVIOUS_SECRET: long('former', 40),
};
const payloadKey = randomBytes(32).toString('base64');
const encrypting = ['--data-converter', pathOf('../../../examples/encryption/data-converter.mjs')];
const staticToken = canary('static-token');
/** The messages with which Workflows and Activities of the fixtures fail. */
const FAILURES = [
  'A bug in the workflow code',
  'Something went wrong in the job',
  'The job ended in a protocol error',
  'Attempt 1 was refused',
];
const resource = 'http://127.0.0.1:7/mcp';
const taskQueue = `test-${randomUUID()}`;
const namespace = `test-${randomUUID()}`;

const toSettings = (issuer: string, folder: string): string => `audit: { to: '${folder}/audit.log' }
auth:
  resource: ${resource}
  issuers:
    - issuer: ${issuer}
  tokens: [ { sha256: ${hashToken(staticToken)}, principal: robot, grants: [ tasks:use ] } ]
  scopes: [ tasks:use ]
`;
const MANIFEST = `server: server.yaml
defaults: { workflow: { taskQueue: ${taskQueue} }, task: { becomesTaskAfter: 0s, joinRepeats: false } }
tools:
  slow_compute:
    workflow: slowCompute
    input:
      type: object
      required: [ seconds, label ]
      additionalProperties: false
      properties: { seconds: { type: number }, label: { type: string } }
  confirm_delete:
    workflow: confirmDelete
    input: { type: object, required: [ filename ], properties: { filename: { type: string } } }
  ask_by_contract: { workflow: askByContract, input: { type: object, properties: { requests: { type: object } } } }
  say_status: { workflow: sayStatus, input: { type: object, properties: { message: { type: string } } } }
  failing_job: { workflow: failingJob }
  protocol_error_job: { workflow: protocolErrorJob }
  throw_plain_error: { workflow: throwPlainError }
  fail_in_activity: { workflow: failInActivity, input: { type: object, properties: { maxAttempts: { type: integer } } } }
  times_out: { workflow: { type: waitForever, executionTimeout: 1s } }
  scoped: { workflow: quickJob, access: { scopes: [ more ] } }
`;

let folder: TestFolder;
let issuer: LocalIssuer;
let worker: CliProcess;
let server: TestServer;
let connection: Connection;
let temporal: Client;

/** Every answer of the server, and its receiver. */
const answers: { readonly to: string; readonly text: string }[] = [];
const taskIds = new Set<string>();

/** The canaries in a text, without duplicates. */
function found(text: string): string[] {
  const own = [...text.matchAll(/canary-[a-z-]+?-[0-9a-f]{8}/g)].map(([name]) => name);
  return [...new Set([...own, ...FAILURES.filter((failure) => text.includes(failure))])];
}

const keep = (to: string, answer: Answer): Answer => {
  answers.push({ to, text: answer.text + JSON.stringify([...answer.headers]) });
  for (const [, id = ''] of answer.text.matchAll(/"taskId":"([^"]+)"/g)) taskIds.add(id);
  return answer;
};
const tokenOf = async (sub: string): Promise<string> =>
  issuer.sign({ claims: { sub, email: canary('claim'), given_name: canary('claim') } });

beforeAll(async () => {
  folder = await createTestFolder();
  issuer = await startLocalIssuer(resource);
  const settings = toSettings(issuer.issuer, folder.path);
  await folder.write({ 'm.yaml': MANIFEST, 'server.yaml': settings });
  connection = await Connection.connect({ address: temporalAddress() });
  temporal = await registerNamespace(connection, namespace);
  worker = startCli(
    [
      ...['worker', '--task-queue', taskQueue, '--namespace', namespace, ...encrypting],
      ...['--workflows', pathOf('../../../lab/fixtures/workflows/index.ts')],
      ...['--activities', pathOf('../../../dist/lab/fixtures/activities/index.js')],
    ],
    { environment: { ...secrets, PAYLOAD_KEY: payloadKey } },
  );
  [server] = await Promise.all([
    startMcpServer({
      taskQueue,
      manifest: `${folder.path}/m.yaml`,
      args: encrypting,
      environment: {
        ...secrets,
        PAYLOAD_KEY: payloadKey,
        TEMPORAL_NAMESPACE: namespace,
        LOG_LEVEL: 'trace',
      },
    }),
    worker.untilOutput(/Worker is polling/),
  ]);
});

afterAll(async () => {
  await terminateOpen(temporal, taskIds);
  await Promise.all([worker.end('SIGTERM'), server.stop(), issuer.close()]);
  await connection.close();
  await folder.remove();
});

const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: canary('question'),
    requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 99 } } },
  },
};

/** Calls of one generation that succeed and fail in every way, by Ada and by Eve. */
async function drive(
  ask: (who: string, method: string, params?: object) => Promise<Answer>,
  asTask: object,
): Promise<void> {
  const call = async (name: string, args: object): Promise<string> => {
    const { text } = await ask('ada', 'tools/call', { name, arguments: args, ...asTask });
    return /"taskId":"([^"]+)"/.exec(text)?.[1] ?? 'none';
  };
  const created = [
    await call('slow_compute', { seconds: 0, label: canary('result') }),
    await call('confirm_delete', { filename: canary('argument') }),
    await call('ask_by_contract', { requests: { q: QUESTION } }),
    await call('say_status', { message: 'A status that its author means for its owner' }),
    await call('failing_job', {}),
    await call('protocol_error_job', {}),
    await call('throw_plain_error', {}),
    await call('fail_in_activity', { maxAttempts: 2 }),
    await call('times_out', {}),
  ];
  // Invalid calls.
  await call('slow_compute', { seconds: canary('argument'), label: 1, [canary('property')]: 1 });
  await call('nobody_has_this', { x: canary('argument') });
  await call('scoped', { x: canary('argument') });
  await eventually('the code of a Workflow fails', async () => {
    for (const taskId of created) {
      await ask('ada', 'tasks/get', { taskId });
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
        await ask('eve', method, { taskId });
      }
      await ask('eve', 'tasks/update', { taskId, inputResponses: { q: canary('answer') } });
    }
    return server.log().includes('A Workflow cannot go on');
  });
  await eventually('a result', async () => {
    const { text } = await ask('ada', 'tasks/get', { taskId: created[0] });
    return text.includes('"completed"');
  });
  await eventually('a question', async () => {
    const { text } = await ask('ada', 'tasks/get', { taskId: created[2] });
    return text.includes('"input_required"');
  });
  await ask('ada', 'tasks/result', { taskId: created[0] });
  for (const taskId of created) {
    const content = { name: canary('answer') };
    await ask('ada', 'tasks/update', {
      taskId,
      inputResponses: { q: { action: 'accept', content } },
    });
  }
  await ask('ada', 'tasks/list', { cursor: canary('cursor') });
  await ask('ada', 'tasks/get', { taskId: { x: canary('argument') } });
  await ask('ada', 'resources/read', { uri: `task://${canary('uri')}` });
  await ask('ada', canary('method'), { x: canary('argument') });
  await ask('ada', 'tools/call', {
    name: 'slow_compute',
    requestState: canary('state'),
    ...asTask,
  });
  await ask('eve', 'tasks/list');
  for (const taskId of created) await ask('ada', 'tasks/cancel', { taskId });
}

describe('what nobody else may see', () => {
  beforeAll(async () => {
    const ask25 = async (who: string, method: string, params = {}): Promise<Answer> => {
      const headers = { authorization: `Bearer ${await tokenOf(who)}` };
      const body = { jsonrpc: '2.0', id: 1, method, params };
      const signal = AbortSignal.timeout(5_000);
      try {
        return keep(who, await readAnswer(await post(server.url, body, { headers, signal })));
      } catch {
        // The request waited for a task that does not end, and timed out.
        return { status: 0, headers: new Headers(), text: '', message: {} };
      }
    };
    const ask26 = async (who: string, method: string, params = {}): Promise<Answer> => {
      const headers = { authorization: `Bearer ${await tokenOf(who)}` };
      return keep(who, await readAnswer(await post26(server.url, { method, params, headers })));
    };
    await drive(ask26, {});
    await drive(ask25, { task: {} });
    const send = async (
      body: unknown,
      headers: Record<string, string>,
      query = '',
    ): Promise<void> => {
      keep('nobody', await readAnswer(await post(`${server.url}${query}`, body, { headers })));
    };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    // Invalid tokens of every kind, and an issuer that fails.
    await send(list, { authorization: `Bearer ${canary('token')}` });
    await send(list, { authorization: `Bearer ${staticToken}x` });
    await send(list, { authorization: `Basic ${canary('token')}` });
    await send(list, {}, `?access_token=${canary('token')}`);
    const expired = await issuer.sign({ claims: { exp: 1, email: canary('claim') } });
    await send(list, { authorization: `Bearer ${expired}` });
    issuer.answerInstead = (_request, response) => response.writeHead(500).end(canary('issuer'));
    const unknown = await issuer.sign({
      key: await createKey(),
      claims: { email: canary('claim') },
    });
    await send(list, { authorization: `Bearer ${unknown}` });
    issuer.answerInstead = undefined;
    // Invalid messages with a valid token.
    const robot = { authorization: `Bearer ${staticToken}` };
    await send(`{"jsonrpc": "2.0", "${canary('body')}`, robot);
    await send({ [canary('body')]: canary('body') }, robot);
    await send(list, { ...robot, 'mcp-session-id': canary('session') });
    await send(
      { jsonrpc: '2.0', id: canary('question-id'), result: { x: canary('answer') } },
      robot,
    );
    const params = initializeParams(canary('version'), { [canary('capability')]: {} });
    await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, robot);
  });

  it('was sent, and came out where it belongs', () => {
    const toAda = found(
      answers
        .filter(({ to }) => to === 'ada')
        .map(({ text }) => text)
        .join(),
    );

    expect(toAda).toEqual(expect.arrayContaining([canary('result'), canary('question')]));
    expect(taskIds.size).toBeGreaterThanOrEqual(18);
  });

  it('stands in no line of the log, whatever its level', () => {
    expect(server.log()).toContain('"level":');
    const leaks = server
      .log()
      .split('\n')
      .filter((line) => found(line).length > 0);
    expect(leaks).toStrictEqual([]);
    // The SDK of a Worker logs why its code fails, with messages, but without its input.
    expect(worker.output()).not.toContain('canary-');
  });

  it('stands in no line of the audit log', () => {
    const audit = readFileSync(`${folder.path}/audit.log`, 'utf8');

    expect(audit.split('\n').length).toBeGreaterThan(50);
    expect(found(audit)).toStrictEqual([]);
  });

  it('stands in no task ID', () => {
    expect(found([...taskIds].join())).toStrictEqual([]);
  });

  it('stands in no status message but those that say to their owner why a task failed', () => {
    const messages = answers.flatMap(({ text }) =>
      Array.from(
        text.matchAll(/"statusMessage":"((?:[^"\\]|\\.)*)"/g),
        ([, message = '']) => message,
      ),
    );

    expect(messages.length).toBeGreaterThan(10);
    expect(found(messages.join()).filter((name) => name.startsWith('canary-'))).toStrictEqual([]);
    expect(messages.join()).not.toMatch(/\n? +at .*\.[jt]s:/);
  });

  it('is in no answer to anybody else', () => {
    const others = answers.filter(({ to }) => to !== 'ada').map(({ text }) => text);

    expect(others.length).toBeGreaterThan(50);
    // An answer may repeat unknown names and IDs that its client has sent.
    const echoed = [canary('method'), canary('version'), canary('question-id')];
    expect(found(others.join()).filter((name) => !echoed.includes(name))).toStrictEqual([]);
  });

  it('is in no answer at all where it is a secret of the server', () => {
    const all = found(answers.map(({ text }) => text).join());

    for (const kind of ['secret', 'former', 'static-token', 'claim']) {
      expect(all).not.toContain(canary(kind));
    }
  });

  it('is in nothing that Temporal shows of an execution', async () => {
    const shown: string[] = [];
    for (const taskId of taskIds) {
      const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
      shown.push(JSON.stringify(events));
    }

    expect(found(shown.join())).toStrictEqual([]);
  });
});

describe('a server over stdio whose Temporal is not there', () => {
  it('says nothing of what it was asked', async () => {
    await folder.write({
      'offline.yaml': `defaults: { workflow: { taskQueue: q } }
tools: { job: { workflow: job, input: { type: object } } }
`,
    });
    const mcp = await connectRawStdio({
      taskQueue,
      manifest: `${folder.path}/offline.yaml`,
      temporalAddress: '127.0.0.1:1',
      environment: { ...secrets, TEMPORAL_API_KEY: canary('api-key'), TEMPORAL_TLS: 'false' },
    });
    const args = { secret: canary('argument') };
    const { error } = await mcp.request('tools/call', { name: 'job', arguments: args, task: {} });
    const lines = mcp.output().join('\n');
    await mcp.close();

    expect(error).toBeDefined();
    expect(found(lines)).toStrictEqual([]);
  });
});
