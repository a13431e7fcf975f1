/** Credentials of jobs: each kind is sent, renewed where it is refused, and written nowhere. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import {
  type JobService,
  type SeenRequest,
  startJobService,
} from '../../support/jobs/job-service.js';
import { serveJobs, type ServedJobs } from '../../support/jobs/serve-jobs.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const SECRET = `secret-${randomBytes(12).toString('hex')}`;
const TOKEN = `issued-${randomBytes(12).toString('hex')}`;
const RENEWED = `renewed-${randomBytes(12).toString('hex')}`;
const PARTS = [SECRET, TOKEN, RENEWED];

const KINDS = {
  bearer: ['{ bearer: SERVICE_SECRET }', `Bearer ${SECRET}`],
  basic: [
    '{ basic: { user: SERVICE_USER, password: SERVICE_SECRET } }',
    `Basic ${btoa(`agent:${SECRET}`)}`,
  ],
  scheme: ['{ header: { name: Authorization, value: SERVICE_SCHEME } }', `Token ${SECRET}`],
  prefix: [
    '{ header: { name: Authorization, value: SERVICE_SECRET, prefix: Token } }',
    `Token ${SECRET}`,
  ],
  query: ['{ query: { name: key, value: SERVICE_SECRET } }', ''],
  login: [
    `{ login: { url: "\${SERVICE_URL}/login", json: { user: { value: agent }, password: SERVICE_SECRET }, token: $body.token } }`,
    `Bearer ${TOKEN}`,
  ],
} as const;
type Kind = keyof typeof KINDS;

const toTool = (name: string, auth: string, more = ''): string => `
  ${name}:
    description: Runs.
    input: { type: object, properties: { name: { type: string } } }
    job:
      base: "\${SERVICE_URL}"
      internalAddresses: true
      auth: ${auth}
      pollEvery: { from: 1s, to: 1s }
${more}      start: { url: /runs, json: { name: '{name}' } }
      poll: { url: '/runs/{$job.id}', state: $body.state, succeeded: [ok], failed: [broken], error: '{$body.why}' }
      result: { url: '/runs/{$job.id}/log' }
`;
const MANIFEST = `server: server.yaml
tools:${Object.entries(KINDS)
  .map(([kind, [auth]]) => toTool(`by_${kind}`, auth))
  .join('')}
${toTool('by_file', '{ bearer: SERVICE_RENEWED }')}
${toTool('by_file_for_a_second', '{ bearer: SERVICE_SECRET }', '      unreachableFor: 1s\n')}`;

let folder: TestFolder;
let service: JobService;
let jobs: ServedJobs;
let connection: Connection;

/**
 * The service repeats the credential that it was sent, without its scheme, in the reason of a failure and in the result.
 * It shows jobs that begin with "kept", and results of jobs that begin with "sealed", for the renewed token alone.
 */
beforeAll(async () => {
  const repeat = ({
    headers: { authorization },
    path,
  }: {
    headers: Readonly<Record<string, string>>;
    path: string;
  }) => JSON.stringify([authorization?.split(' ').at(-1), path]);
  const isRenewed = ({ headers }: SeenRequest): boolean =>
    headers['authorization'] === `Bearer ${RENEWED}`;
  const denied = { status: 401, body: { message: 'The token has expired' } };
  service = await startJobService([
    [
      'POST',
      /^\/login$/,
      ({ fields }) => ({
        status: fields['password'] === SECRET ? 201 : 401,
        body: { token: TOKEN, of: fields },
      }),
    ],
    ['POST', /^\/runs$/, ({ fields }) => ({ status: 201, body: { id: fields['name'] } })],
    [
      'GET',
      /^\/runs\/([^/]+)$/,
      (request, name) =>
        name.startsWith('kept') && !isRenewed(request)
          ? denied
          : {
              status: 200,
              body: { state: name.startsWith('broken') ? 'broken' : 'ok', why: repeat(request) },
            },
    ],
    [
      'GET',
      /^\/runs\/([^/]+)\/log$/,
      (request, name) =>
        name.startsWith('sealed') && !isRenewed(request)
          ? denied
          : { status: 200, body: repeat(request) },
    ],
  ]);
  folder = await createTestFolder({
    'server.yaml': `name: jobs-${randomBytes(6).toString('hex')}\n`,
    'mcp-tasks.yaml': MANIFEST,
    token: SECRET,
  });
  jobs = await serveJobs(pathToFileURL(join(folder.path, 'mcp-tasks.yaml')), {
    environment: { SERVICE_URL: service.url },
    secrets: {
      SERVICE_USER: 'agent',
      SERVICE_SECRET: SECRET,
      SERVICE_SCHEME: `Token ${SECRET}`,
      SERVICE_RENEWED_FILE: join(folder.path, 'token'),
    },
  });
  connection = await Connection.connect({ address: temporalAddress() });
});

afterAll(async () => {
  await connection.close();
  await jobs.stop();
  await folder.remove();
  await service.stop();
});

/** All that Temporal has of a task, with its payloads decoded. */
async function readStored(taskId: string): Promise<string> {
  const handle = new Client({ connection }).workflow.getHandle(taskId);
  const stored = [await handle.fetchHistory(), (await handle.describe()).raw];
  return JSON.stringify(stored).replaceAll(/"data":"([^"]+)"/g, (_member, data: string) =>
    Buffer.from(data, 'base64').toString(),
  );
}

describe('a credential of a job', () => {
  it.each(Object.keys(KINDS) as Kind[])(
    'of the kind %s is sent, and nothing keeps it',
    async (kind) => {
      const [, sent] = KINDS[kind];
      const names = [`ok-${kind}`, `broken-${kind}`];
      const ids = await Promise.all(names.map(async (name) => jobs.start(`by_${kind}`, { name })));
      const ends = await Promise.all(ids.map(async (id) => jobs.end(id)));
      const stored = await Promise.all(ids.map(readStored));
      const requests = service.requests.filter(({ path, body }) =>
        (path + body).includes(`-${kind}`),
      );
      const texts = [...stored, JSON.stringify(ends), jobs.log()];

      expect(requests).toHaveLength(5);
      expect(
        new Set(requests.map(({ headers: { authorization = '' } }) => authorization)),
      ).toStrictEqual(new Set([sent]));
      expect(new Set(requests.map(({ query }) => query.get('key')))).toStrictEqual(
        new Set([kind === 'query' ? SECRET : null]),
      );
      expect(ends[1]?.message).toContain('***');
      expect(stored.every((text) => text.includes(`-${kind}`))).toBe(true);
      expect(PARTS.filter((part) => texts.some((text) => text.includes(part)))).toStrictEqual([]);
    },
  );

  it('that is refused is read anew, so that the job goes on once its file is renewed', async () => {
    const taskId = await jobs.start('by_file', { name: 'kept-until-renewed' });
    const isPoll = /^GET .*kept-until-renewed$/;
    await eventually('a refused poll', () => service.seen(isPoll).length > 0);
    const shown = await eventually('the refusal', async () => {
      const { statusMessage } = await jobs.get(taskId);
      return statusMessage?.includes('401') === true && statusMessage;
    });
    await folder.write({ token: RENEWED });

    expect(await jobs.end(taskId)).toMatchObject({ status: 'completed' });
    expect(shown).toBe(
      'The service has answered with status 401: The token has expired. Trying again.',
    );
  });

  it.each([
    ['a poll', 'kept-for-good', /may still be running/],
    ['a result', 'sealed-for-good', /has succeeded, but its result cannot be read/],
  ])('that %s refuses for good ends the task', async (_what, name, words) => {
    const taskId = await jobs.start('by_file_for_a_second', { name });
    const { status, message } = await jobs.end(taskId);

    expect(status).toBe('failed');
    expect(message).toMatch(words);
    expect(message).toMatch(/status 401: The token has expired.*\(JobUnreadable\)$/);
  });
});
