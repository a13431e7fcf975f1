/** Conversations over stdio with spoilt lines. */
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isRecord } from '../../src/core/value/is-record.js';
import { serveStdio } from '../../src/transport/stdio/serve-stdio.js';
import {
  createWireCheck,
  type Revision,
  type WireCheck,
} from '../support/conformance/wire-check.js';
import { createWireLog } from '../support/conformance/wire-log.js';
import { createGenerations } from '../support/create-generations.js';
import { within } from '../support/eventually.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { FuzzedTasks, fuzzedTools } from '../support/fuzz/fuzzed-tasks.js';
import { findWrongStart, parseSent } from '../support/fuzz/judge-answer.js';
import { type Spoiling, spoilingModel, spoilOneOf } from '../support/fuzz/mutation.js';
import { validMessages2025, validMessages2026 } from '../support/fuzz/valid-messages.js';
import { envelope } from '../support/raw-mcp-2026.js';
import { initializeParams, type RawMessage } from '../support/raw-mcp.js';
import { testSealer } from '../support/test-sealer.js';

const TIMEOUT_MS = 60 * 60_000;
const HANG_MS = 20_000;
const LAST_ID = 'the last one';

const tasks = new FuzzedTasks();
const tools = fuzzedTools;
const generations = createGenerations({ tasks, tools, sealer: testSealer });
let wireCheck: WireCheck;
beforeAll(async () => {
  wireCheck = await createWireCheck();
});
afterAll(async () => {
  for (const generation of generations) await generation.close();
});

const line: fc.Arbitrary<Spoiling> = fc.record(spoilingModel);

const sealed = { questionId: 'mcp-input.forged', requestState: 'forged' };
const messagesOf = {
  '2025-11-25': validMessages2025(sealed),
  '2026-07-28': validMessages2026(sealed),
} as const;

/** The first message of a connection, and the last one, which the server answers while the connection stands. */
const opening = {
  '2025-11-25': [
    { jsonrpc: '2.0', id: 'open', method: 'initialize', params: initializeParams() },
    { jsonrpc: '2.0', id: LAST_ID, method: 'ping' },
  ],
  '2026-07-28': [
    { jsonrpc: '2.0', id: 'open', method: 'tools/list', params: { _meta: envelope() } },
    { jsonrpc: '2.0', id: LAST_ID, method: 'tools/list', params: { _meta: envelope() } },
  ],
} as const;

/** Sends lines, and resolves with the messages up to the answer to the last line. */
async function converse(lines: readonly string[], last: object): Promise<RawMessage[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = await serveStdio({ generations, input, output });
  const answers: RawMessage[] = [];
  const answered = (async (): Promise<void> => {
    let text = '';
    for await (const chunk of output.setEncoding('utf8')) {
      const complete = `${text}${String(chunk)}`.split('\n');
      text = complete.pop() ?? '';
      answers.push(...complete.map((one) => JSON.parse(one) as RawMessage));
      if (answers.some(({ id }) => id === LAST_ID)) return;
    }
  })();
  for (const one of lines) input.write(`${one}\n`);
  input.write(`${JSON.stringify(last)}\n`);
  try {
    await within(HANG_MS, answered);
  } finally {
    input.end();
    await within(HANG_MS, connection.closed);
  }
  return answers;
}

function checkAnswers(
  revision: Revision,
  sent: readonly unknown[],
  answers: readonly RawMessage[],
): void {
  const log = createWireLog(wireCheck, ['server']);
  const connection = log.openConnection(revision);
  const ids = sent.map((message) => (isRecord(message) ? message['id'] : undefined));
  // An answer to an ID that two messages share could belong to either, so both are left out.
  for (const [index, message] of sent.entries()) {
    if (ids.indexOf(ids[index]) === ids.lastIndexOf(ids[index])) connection('client', message);
  }
  for (const answer of answers) {
    const isResponse = !('method' in answer);
    if (isResponse && answer.id != null && !ids.includes(answer.id)) {
      throw new Error(`An answer to nothing: ${JSON.stringify(answer)}`);
    }
    const isOdd = typeof answer.id === 'number' && !Number.isInteger(answer.id);
    connection('server', isOdd ? { ...answer, id: null } : answer);
  }
  const [problem] = log.problems();
  if (problem) throw new Error(JSON.stringify(problem));
}

async function fuzz(revision: Revision, lines: readonly Spoiling[]): Promise<void> {
  // Texts as they arrive: UTF-8 replaces half a surrogate pair.
  const texts = lines.map((one) =>
    Buffer.from(spoilOneOf(messagesOf[revision], one)).toString('utf8'),
  );
  const [first, last] = opening[revision];
  // The server reads a text with line breaks as several lines.
  const inputs = [JSON.stringify(first), ...texts.flatMap((text) => text.split(/\r?\n|\r/))];
  const sent = [...inputs.map(parseSent), last];
  const { answers, created } = await bounded(async () => {
    await tasks.reset();
    const createdBefore = tasks.created.length;
    return {
      answers: await converse(inputs, last),
      created: tasks.created.slice(createdBefore),
    };
  });
  checkAnswers(revision, sent, answers);
  const wrong = findWrongStart(sent, created);
  if (wrong !== undefined) throw new Error(wrong);
}

describe.each<Revision>(['2025-11-25', '2026-07-28'])(
  'spoilt lines of %s over stdio',
  (revision) => {
    it(
      'are answered as their mistakes, and what comes behind them as what it is',
      async () => {
        await holdAlways(
          `lines of ${revision} over stdio`,
          0.04,
          fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) =>
            fuzz(revision, lines),
          ),
        );

        expect(tasks.created.length).toBeGreaterThan(3);
      },
      TIMEOUT_MS,
    );
  },
);
