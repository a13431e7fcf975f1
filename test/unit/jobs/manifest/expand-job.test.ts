import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const TEXT = `defaults:
  workflow: { taskQueue: other, runTimeout: 1 minute, priority: 2 }
  status: { currentDetails: true }
tools:
  build:
    description: Builds.
    job:
      preset: step-functions
      base: https://states.example/
      auth: { sigv4: { service: states, region: eu } }
      hosts: ["https://logs.example/x"]
      timeout: 1 hour
      start: { json: { name: '{$task.token}' }, retryIf: null, ids: { arn: $body.arn } }
      cancel: null
    input: { type: object, properties: { ref: { type: string } } }
`;

const TASK_QUEUE = expect.stringMatching(
  /^temporal-mcp-tasks jobs of temporal-mcp-tasks at states\.example as [0-9a-f]{8}$/,
);

const STARTED = {
  tool: 'build',
  input: { ref: 'main' },
  taskQueue: TASK_QUEUE,
  spec: { base: 'https://states.example' },
};

describe('a tool with a job', () => {
  it('becomes a Workflow of this package, to which no default of other Workflows applies', async () => {
    const build = parseManifest(TEXT, { environment: {} }).tools.get('build');

    expect(build).toMatchObject({
      start: {
        type: 'runJob',
        taskQueue: 'temporal-mcp-tasks',
        executionTimeout: 2 * 60 * MINUTE_MS + DAY_MS,
        priority: 2,
      },
      cancel: { signal: null },
      status: [
        { source: { kind: 'heartbeat' }, text: { text: '{$heartbeat.status}' } },
        { source: { kind: 'memo', name: 'mcp.job' }, text: { text: '{$memo}' } },
      ],
    });
    expect(build?.start.runTimeout).toBeUndefined();
    await expect(build?.input.parse({ ref: 'main' })).resolves.toMatchObject({
      ok: true,
      workflowArguments: [STARTED],
    });
  });

  it('says whom its Worker may call, which no Workflow gets', async () => {
    const build = parseManifest(TEXT, { environment: {} }).tools.get('build');

    const parsed = await build?.input.parse({});

    expect(build?.work).toEqual({
      kind: 'job',
      taskQueue: TASK_QUEUE,
      origin: 'https://states.example',
      credentials: {
        kind: 'sigv4',
        service: 'states',
        region: 'eu',
        accessKeyId: 'AWS_ACCESS_KEY_ID',
        secretAccessKey: 'AWS_SECRET_ACCESS_KEY',
        sessionToken: 'AWS_SESSION_TOKEN',
      },
      otherOrigins: ['https://logs.example'],
      internalAddresses: false,
      callsPerMinute: 300,
    });
    expect(JSON.stringify(parsed)).not.toContain('AWS_SECRET');
  });

  it('lays its own keys on those of the preset, of which null removes one', async () => {
    const parsed = await parseManifest(TEXT, { environment: {} })
      .tools.get('build')
      ?.input.parse({});

    const spec = parsed?.ok === true ? (parsed.workflowArguments[0] as { spec: object }).spec : {};

    expect(spec).toMatchObject({
      start: {
        url: '/',
        headers: { 'X-Amz-Target': 'AWSStepFunctions.StartExecution' },
        json: { name: '{$task.token}' },
        ids: { arn: '$body.arn' },
        idempotent: true,
      },
      result: { parse: true },
    });
    expect(spec).not.toHaveProperty('start.retryIf');
    expect(spec).not.toHaveProperty('cancel');
  });

  it('has a Task Queue of its credentials, so that teams are told apart (F12)', () => {
    const queueOf = (auth: string): string | undefined =>
      parseManifest(TEXT.replace('{ service: states, region: eu }', auth), {
        environment: {},
      }).tools.get('build')?.work?.taskQueue;
    const [own, other] = ['OUR_SECRET', 'THEIR_SECRET'].map((secretAccessKey) =>
      queueOf(`{ service: states, region: eu, secretAccessKey: ${secretAccessKey} }`),
    );

    expect(own).toEqual(TASK_QUEUE);
    expect(other).not.toBe(own);
  });

  it('can be one of a TypeScript module, with a zod object as its input', async () => {
    const build = tool({
      description: 'Builds.',
      job: {
        base: 'https://states.example',
        auth: { bearer: 'AWS_SECRET_ACCESS_KEY' },
        start: { url: '/jobs/{ref}' },
        poll: { url: '/jobs/{$job.id}', succeeded: ['ok'] },
      },
      input: z.object({ ref: z.string().default('main') }),
    });

    const { tools } = defineTools({ tools: { build } });

    await expect(tools.get('build')?.input.parse({})).resolves.toMatchObject({
      ok: true,
      workflowArguments: [STARTED],
    });
  });

  it('spells out names of arguments for its Worker, and no word or text that equals one', async () => {
    const text = `tools:
  build:
    description: Builds.
    input: { type: object, properties: { in-time: { type: string } } }
    job:
      base: https://ci.example
      start: { url: "/{+in-time}/in-time", json: { a: "{in-time}", kind: in-time, of: { expression: in-time } } }
      poll: { url: "/{$job.id}", state: in-time, succeeded: [in-time], message: in-time }
`;
    const build = parseManifest(text, { environment: {} }).tools.get('build');

    await expect(build?.input.parse({})).resolves.toMatchObject({
      workflowArguments: [
        {
          spec: {
            start: {
              url: '/{+$input."in-time"}/in-time',
              json: {
                a: '{$input."in-time"}',
                kind: 'in-time',
                of: { expression: '$input."in-time"' },
              },
            },
            poll: { state: '$input."in-time"', succeeded: ['in-time'], message: 'in-time' },
          },
        },
      ],
    });
  });

  it('may send its token in a header of every request', () => {
    const text = `tools:
  build:
    description: Builds.
    job:
      base: https://ci.example
      headers: { Idempotency-Key: "{$task.token}" }
      start: { url: /jobs, idempotent: true }
      poll: { url: "/jobs/{$job.id}", succeeded: [ok] }
`;

    expect(() => parseManifest(text, { environment: {} })).not.toThrow();
  });
});
