/**
 * Each rule about a foreign value, at each door where programs of others hand in data: one text of JSON, sent in the way
 * of the door, and what the next program gets of it. docs/testing.md has the table.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { readInput } from '../../src/cli/read-input.js';
import type { ElicitationSchema } from '../../src/core/contract/elicitation-schema.js';
import {
  checkInputRequest,
  checkInputResponse,
  toTakenResponse,
} from '../../src/core/contract/input-request.js';
import { toKnownRequest } from '../../src/core/contract/known-keywords.js';
import { describeViolation } from '../../src/core/errors.js';
import { toCheckedOutcome } from '../../src/core/task/checked-outcome.js';
import { parseArguments } from '../../src/core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../src/core/tool/tool-definition.js';
import { toJson } from '../../src/core/value/exact-json.js';
import { isRecord } from '../../src/core/value/is-record.js';
import { toJobReply } from '../../src/jobs/run/http/to-job-reply.js';
import { toResult } from '../../src/jobs/run/reply/job-result.js';
import { createReplyReader } from '../../src/jobs/run/reply/read-reply.js';
import { toScope } from '../../src/jobs/run/request/job-scope.js';
import { compiler } from '../../src/manifest/compile/compile-text.js';
import { parseManifest } from '../../src/manifest/load/load-manifest.js';
import { PayloadReader } from '../../src/temporal/link/payload-reader.js';
import { parseLines } from '../../src/transport/stdio/parse-lines.js';

const SCHEMA: ElicitationSchema = {
  type: 'object',
  properties: {
    n: { type: 'integer', maximum: 2 ** 60 },
    s: { type: 'string', maxLength: 9 },
    at: { type: 'string', format: 'date-time' },
  },
};

const MARK = '\uFEFF';
const LONG = '9007199254740993';

const { tools } = parseManifest(
  JSON.stringify({
    tools: { a: { workflow: { type: 'w', taskQueue: 'q' }, input: SCHEMA, output: SCHEMA } },
  }),
);
const [tool] = [...tools.values()] as [ToolDefinition];

/** Words fit a pattern, other values are equal. */
const fitting = (expected: unknown): unknown =>
  expected instanceof RegExp ? expect.stringMatching(expected) : expected;

/** What the next program gets, or the words of the refusal. */
type Reading = Readonly<Record<string, unknown>> | string;

/** The message of a client, whose data is a text. The message begins with the mark of the data. */
async function receive(data: string, toMessage: (json: string) => string): Promise<unknown> {
  const [mark, json] = data.startsWith(MARK) ? [MARK, data.slice(1)] : ['', data];
  const received = new Promise<unknown>((resolve) => {
    const input = Readable.from([Buffer.from(`${mark}${toMessage(json)}\n`)]);
    const output = new PassThrough().on('data', (line: Buffer) => {
      resolve(line.toString());
    });
    parseLines(input, output, { onMessage: resolve, onEnd: () => undefined });
  });
  return received;
}

async function asArguments(data: string): Promise<Reading> {
  const message = await receive(
    data,
    (json) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${json}}}`,
  );
  const { params } = message as {
    readonly params: { readonly arguments: Record<string, unknown> };
  };
  try {
    return (await parseArguments(tool, params.arguments, { owner: 'ann' }))[0] as Reading;
  } catch (error) {
    return (error as Error).message;
  }
}

async function asAnswer(data: string): Promise<Reading> {
  const message = await receive(
    data,
    (json) => `{"jsonrpc":"2.0","id":"q","result":{"action":"accept","content":${json}}}`,
  );
  const { result } = message as { readonly result: unknown };
  const params = { message: 'Well?', requestedSchema: SCHEMA };
  const request = { method: 'elicitation/create', params } as const;
  const taken = toTakenResponse(request, result);
  const [violation] = checkInputResponse(request, taken);
  if (violation) return describeViolation(violation);
  return isRecord(taken) ? (taken['content'] as Reading) : String(taken);
}

const payloads = new PayloadReader(
  new Client({ connection: Connection.lazy({ address: '127.0.0.1:1' }) }),
);

/** The JSON of a payload, as a Worker in any language writes it. */
async function asResult(data: string): Promise<Reading> {
  const payload = {
    metadata: { encoding: Buffer.from('json/plain') },
    data: Buffer.from(data),
  };
  const place = { workflowId: 'mcp-1', what: 'the result' };
  const { value, unreadable } = await payloads.read(payload, place);
  if (unreadable) return unreadable.message;
  const outcome = await toCheckedOutcome(value, tool, { toolName: 'a', scope: {} });
  if (outcome.kind !== 'result') return outcome.kind;
  const { structuredContent, content } = outcome.result;
  return isRecord(structuredContent) ? structuredContent : JSON.stringify(content);
}

/** The JSON of a service, which a job hands on as its result. */
async function asReply(data: string): Promise<Reading> {
  const headers = { 'content-type': 'application/json' };
  const url = 'https://ci.example/runs/1';
  const body = Buffer.from(data);
  const reply = toJobReply({ status: 200, headers, body, isCut: false }, new URL(url));
  const call = { tool: 'a', spec: {} as never, input: {}, key: 'k', taskId: 'mcp-1' };
  const reader = createReplyReader(reply, toScope(call, { id: '1' }), compiler);
  const result = await toResult({} as never, undefined, { url, reply, reader });
  return asResult(
    'json' in result ? result.json : (toJson('value' in result ? result.value : null) ?? ''),
  );
}

async function asInput(input: string, stdin?: Readable): Promise<Reading> {
  try {
    return await asArguments(JSON.stringify(await readInput(input, stdin)));
  } catch (error) {
    return (error as Error).message;
  }
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-'));
});
afterAll(async () => rm(folder, { recursive: true }));

async function asFile(data: string): Promise<Reading> {
  const path = join(folder, 'input.json');
  await writeFile(path, data);
  return asInput(`@${path}`);
}

const DOORS: readonly (readonly [string, (data: string) => Promise<Reading>])[] = [
  ['the arguments of a call', asArguments],
  ['the answer to a question', asAnswer],
  ['the result of a Workflow', asResult],
  ['the reply of a service', asReply],
  ['a file of call --input', asFile],
  [
    'standard input of call --input',
    async (data) => asInput('@-', Readable.from([Buffer.from(data)])),
  ],
];

const RULES: readonly (readonly [rule: string, data: string, expected: unknown])[] = [
  ['`null` counts as left out', '{"n":null,"s":"a"}', { s: 'a' }],
  ['`null` as JSON text counts as left out', '{"n":"null","s":"a"}', { s: 'a' }],
  ['`[]` is `{}` where only an object fits', '[]', {}],
  ['a JSON text is its value', JSON.stringify('{"n":1}'), { n: 1 }],
  ['a member as JSON text is its value', '{"n":"1"}', { n: 1 }],
  [
    'a value that was read as another is judged as what it was meant to be',
    `{"n":"${2 ** 61}"}`,
    /\/n must|\/n is too large/,
  ],
  ['an unknown member is ignored', '{"n":1,"x":{"y":null}}', expect.objectContaining({ n: 1 })],
  ['a byte order mark goes', `${MARK}{"n":1}`, { n: 1 }],
  ['NaN is `null`', '{"n":NaN,"s":"a"}', { s: 'a' }],
  ['half a character is U+FFFD', '{"s":"a\\ud83d"}', { s: 'a\uFFFD' }],
  ['the first member at fault is named', '{"n":"x","s":"a"}', /\/n must be/],
];

describe.each(DOORS)('%s', (_door, read) => {
  it.each(RULES)('%s', async (_rule, data, expected) => {
    const reading = await read(data);

    expect(reading).toEqual(fitting(expected));
  });

  it('an exact number stays, or is refused', async () => {
    const reading = await read(`{"n":${LONG}}`);

    expect(typeof reading === 'string' ? reading : toJson(reading)).toMatch(
      new RegExp(`\\{"n":${LONG}\\}|/n is too large`),
    );
  });
});

describe('the form of a Workflow', () => {
  const properties = { n: { type: 'integer' } };

  it.each<[string, string, unknown]>([
    [
      '`null` counts as left out',
      '{"properties":{"n":{"type":"integer","title":null}}}',
      properties,
    ],
    ['`[]` is `{}` where only an object fits', '{"properties":[]}', {}],
    ['a JSON text is its value', JSON.stringify(JSON.stringify({ properties })), properties],
    [
      'a member as JSON text is its value',
      `{"properties":${JSON.stringify(JSON.stringify(properties))}}`,
      properties,
    ],
    [
      'an unknown member is ignored',
      '{"x":1,"properties":{"n":{"type":"integer","x":1}}}',
      properties,
    ],
    ['a byte order mark goes', `${MARK}{"properties":{"n":{"type":"integer"}}}`, properties],
    ['NaN is `null`', '{"properties":{"n":{"type":"integer","minimum":NaN}}}', properties],
    [
      'half a character is U+FFFD',
      '{"properties":{"n":{"type":"integer","title":"\\ud83d"}}}',
      { n: { type: 'integer', title: '\uFFFD' } },
    ],
  ])('%s', async (_rule, data, expected) => {
    const payload = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(data) };
    const { value } = await payloads.read(payload, { workflowId: 'mcp-1', what: 'a form' });
    const params = { message: 'Well?', requestedSchema: value };
    const { request } = toKnownRequest({ method: 'elicitation/create', params });

    expect(request.params.requestedSchema).toMatchObject({
      type: 'object',
      properties: expected,
    });
    expect(checkInputRequest(request)).toEqual([]);
  });

  it.each([
    ['the first member at fault is named', { n: { type: 'date' } }],
    ['it is judged as what it was meant to be', JSON.stringify({ n: { type: 'date' } })],
  ])('%s', (_rule, properties) => {
    const params = { message: 'Well?', requestedSchema: { properties } };
    const { request } = toKnownRequest({ method: 'elicitation/create', params });

    expect(checkInputRequest(request)).toMatchObject([{ path: '/requestedSchema/properties/n' }]);
  });

  it('an exact number stays, or is refused', async () => {
    const data = Buffer.from(`{"properties":{"n":{"type":"integer","maximum":${LONG}}}}`);
    const payload = { metadata: { encoding: Buffer.from('json/plain') }, data };
    const { value } = await payloads.read(payload, { workflowId: 'mcp-1', what: 'a form' });
    const params = { message: 'Well?', requestedSchema: value };

    const { request } = toKnownRequest({ method: 'elicitation/create', params });

    expect(toJson(request)).toContain(`"maximum":${LONG}`);
    expect(checkInputRequest(request)).toEqual([]);
  });
});

describe('a moment', () => {
  const BY_PROGRAM = /at must be a date with its time and zone/;

  it.each<[string, (data: string) => Promise<Reading>, string, unknown]>([
    ['without a zone, of a program', asArguments, '2026-01-05T09:00:00', BY_PROGRAM],
    ['without seconds, of a program', asArguments, '2026-01-05T09:00Z', BY_PROGRAM],
    [
      'as programs read it, of a program',
      asArguments,
      '2026-01-05T09:00:00Z',
      { at: '2026-01-05T09:00:00Z' },
    ],
    ['without a zone, of a person at a host', asAnswer, '2026-01-05T09:00', BY_PROGRAM],
    [
      'without seconds, of a person at a host',
      asAnswer,
      '2026-01-05 09:00Z',
      { at: '2026-01-05T09:00:00Z' },
    ],
    [
      'without a zone, of a Worker whose work is done',
      asResult,
      '2026-01-05T09:00:00',
      { at: '2026-01-05T09:00:00' },
    ],
    ['that is none, of a Worker', asResult, 'tomorrow', BY_PROGRAM],
  ])('%s', async (_what, read, at, expected) => {
    const reading = await read(JSON.stringify({ at }));

    expect(reading).toEqual(fitting(expected));
  });
});
