/** Spoilt messages of every method of both generations over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { LOCAL_OWNER } from '../../src/core/person/owner.js';
import { isRecord } from '../../src/core/value/is-record.js';
import { PROTOCOL_VERSION_META_KEY } from '../../src/mcp/rev2026-07-28/wire/envelope.js';
import { sealRequestState } from '../../src/mcp/rev2026-07-28/wire/request-state.js';
import { sealQuestionId } from '../../src/service/questions/question-id.js';
import { createHttpApp } from '../../src/transport/http/create-http-app.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../src/transport/http/start-http-server.js';
import {
  createWireCheck,
  type Revision,
  type WireCheck,
} from '../support/conformance/wire-check.js';
import { createGenerations } from '../support/create-generations.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { FuzzedTasks, fuzzedTools } from '../support/fuzz/fuzzed-tasks.js';
import { hostileText } from '../support/fuzz/hostile-values.js';
import { expectWellFormed, findWrongStart, parseSent } from '../support/fuzz/judge-answer.js';
import { type Spoiling, spoilingModel, spoilOneOf } from '../support/fuzz/mutation.js';
import { type RawAnswer, RawClient } from '../support/fuzz/raw-exchange.js';
import {
  type SealedTexts,
  validMessages2025,
  validMessages2026,
} from '../support/fuzz/valid-messages.js';
import { initializeParams } from '../support/raw-mcp.js';
import { testSealer } from '../support/test-sealer.js';

const TIMEOUT_MS = 60 * 60_000;
/** Methods whose responses may stay open: the tests do not wait for their end. */
const STANDING_METHODS: readonly unknown[] = ['subscriptions/listen', 'tasks/result'];

const tasks = new FuzzedTasks();
let server: HttpServerHandle;
let client: RawClient;
let wireCheck: WireCheck;
let sealed: SealedTexts;
let session: string;

const BASIC_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

beforeAll(async () => {
  const generations = createGenerations({ tasks, tools: fuzzedTools, sealer: testSealer });
  server = await startHttpServer(createHttpApp({ generations }), { port: 0, drainMs: 0 });
  client = new RawClient(server.url);
  wireCheck = await createWireCheck();
  const address = { taskId: 'task-3', key: 'count', owner: LOCAL_OWNER, session: 's' };
  sealed = {
    questionId: await sealQuestionId(testSealer, { ...address, step: 'ask' }),
    requestState: await sealRequestState(
      testSealer,
      { owner: LOCAL_OWNER, toolName: 'confirmed', input: { note: 'of no call here' } },
      { state: {} as never, lifetimeMs: 10 * 60 * 60_000 },
    ),
  };
  const initialized = await client.exchange({
    body: Buffer.from(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: initializeParams('2025-11-25', { elicitation: {} }),
      }),
    ),
    headers: BASIC_HEADERS,
    mayStand: false,
  });
  session = String(initialized.headers['mcp-session-id']);
});
afterAll(async () => {
  client.close();
  await server.close();
});

/** One request, with the ways in which it is spoilt. */
interface Input extends Spoiling {
  readonly flip: number | undefined;
  readonly withSession: boolean;
  readonly header: readonly [name: string, value: string] | undefined;
}

const HEADERS = [
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
  'content-encoding',
  'origin',
];
const HEADER_VALUES = ['application/json; charset=utf-7', 'gzip', '*/*', 'null', 'tools/call'];

/** Yields the value once in `times` runs, and `undefined` otherwise. */
function seldom<Value>(times: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: times - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

const input: fc.Arbitrary<Input> = fc.record({
  ...spoilingModel,
  flip: seldom(10, fc.nat(10_000)),
  withSession: fc.boolean(),
  header: seldom(
    6,
    fc.tuple(
      fc.constantFrom(...HEADERS),
      fc.oneof(
        fc.constantFrom(...HEADER_VALUES),
        // Removes characters that no HTTP client can send in a header.
        hostileText.map((text) => text.slice(0, 2_000).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')),
      ),
    ),
  ),
});

function toBody(messages: readonly object[], given: Input): Buffer {
  const body = Buffer.from(spoilOneOf(messages, given));
  const at = given.flip === undefined ? -1 : given.flip % Math.max(body.length, 1);
  if (at in body) body.writeUInt8(body.readUInt8(at) ^ 0x80, at);
  return body;
}

function toHeaders(revision: Revision, message: unknown, given: Input): Record<string, string> {
  const { method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  const { name, taskId } = isRecord(params) ? params : ({} as Record<string, unknown>);
  const toHeader = (value: unknown): string =>
    typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : 'x';
  return {
    ...BASIC_HEADERS,
    'mcp-protocol-version': revision,
    ...(revision === '2026-07-28' && {
      'mcp-method': toHeader(method),
      ...((name ?? taskId) !== undefined && { 'mcp-name': toHeader(name ?? taskId) }),
    }),
    ...(revision === '2025-11-25' && given.withSession && { 'mcp-session-id': session }),
    ...(given.header && { [given.header[0]]: given.header[1] }),
  };
}

/** Returns true if a message says itself which revision it is of. */
function namesRevision(message: unknown): boolean {
  const params = isRecord(message) ? message['params'] : undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && meta[PROTOCOL_VERSION_META_KEY] === '2026-07-28';
}

function checkAnswer(revision: Revision, message: unknown, { status, messages }: RawAnswer): void {
  if (status < 200 || status >= 499) throw new Error(`HTTP ${status}`);
  expectWellFormed(wireCheck, { revision, sent: message, answers: messages });
}

async function fuzz(revision: Revision, given: Input): Promise<void> {
  const messages =
    revision === '2025-11-25' ? validMessages2025(sealed) : validMessages2026(sealed);
  const body = toBody(messages, given);
  const message = parseSent(body.toString());
  const headers = toHeaders(revision, message, given);
  // Where the message's own revision is spoilt, its header decides who answers.
  const isOlder = headers['mcp-protocol-version'] === '2025-11-25' && !namesRevision(message);
  const mayStand = isRecord(message) && STANDING_METHODS.includes(message['method']);
  const { answer, created } = await bounded(async () => {
    await tasks.reset();
    const createdBefore = tasks.created.length;
    return {
      answer: await client.exchange({ body, headers, mayStand }),
      created: tasks.created.slice(createdBefore),
    };
  });
  checkAnswer(isOlder ? '2025-11-25' : revision, message, answer);
  const wrong = findWrongStart([message], created);
  if (wrong !== undefined) throw new Error(wrong);
}

describe.each<Revision>(['2025-11-25', '2026-07-28'])(
  'a spoilt message of %s over HTTP',
  (revision) => {
    it(
      'is answered as its mistake, at once, and starts nothing that it does not ask for',
      async () => {
        await holdAlways(
          `messages of ${revision} over HTTP`,
          0.2,
          fc.asyncProperty(input, async (given) => fuzz(revision, given)),
        );

        // Some inputs stay valid, so that the server starts some tasks.
        expect(tasks.created.length).toBeGreaterThan(3);
      },
      TIMEOUT_MS,
    );
  },
);
