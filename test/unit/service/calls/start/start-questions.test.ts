import { describe, expect, it } from '@jest/globals';

import type { InputRequest } from '../../../../../src/core/contract/input-request.js';
import { type Logger, silentLogger } from '../../../../../src/core/logger.js';
import { GIVEN_UP } from '../../../../../src/core/question/given-up-questions.js';
import type { Exchange } from '../../../../../src/core/request/exchange.js';
import type { ToolDefinition } from '../../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import type { CallReply, CallRequest } from '../../../../../src/service/calls/call/tool.js';
import {
  askBeforeStart,
  type StartDecision,
} from '../../../../../src/service/calls/start/start-questions.js';
import { toCallRequest, toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  delete:
    workflow: doIt
    confirm: Delete {path}?
    input: { type: object, required: [ path ], properties: { path: { type: string } } }
    questions: { where: { message: Where?, properties: { path: { type: string } } } }
  shred:
    workflow: doIt
    confirm: Delete {path}?
    input:
      type: object
      required: [ path, mode ]
      properties: { path: { type: string }, mode: { type: string }, force: { type: boolean } }
    questions:
      where: { message: Where?, properties: { path: { type: string } } }
      how: { message: How?, properties: { mode: { type: string, enum: [ soft, hard ] } }, required: [ mode ] }
  later:
    workflow: { type: doIt, id: 'later-{key}', startDelay: '{at}', arguments: [{ bytes: data }] }
    confirm: 'At {at}?'
    input: { type: object, required: [ key ], properties: { key: { type: string }, at: { type: string }, data: { type: string } } }
  print:
    workflow: doIt
    confirm: 'Print {copies} on {paper}?'
    input:
      type: object
      properties: { copies: { type: integer, default: 2 }, paper: { type: string, default: A4 } }
    questions: { paper: { message: Which paper?, properties: { paper: { type: string } } } }
  pay:
    workflow: doIt
    confirm: { text: 'Pay {amount}?', if: 'amount > \`500\`' }
    input:
      type: object
      required: [ reason ]
      properties: { amount: { type: integer, default: 900 }, reason: { type: string }, to: { type: string } }
    questions:
      reason: { message: Why?, properties: { reason: { type: string } }, required: [ reason ], if: 'amount > \`500\`' }
      to: { message: To whom?, properties: { to: { type: string } }, if: "reason == 'gift'" }
  tip:
    workflow: doIt
    input:
      type: object
      properties: { amount: { type: integer, default: 100 }, reason: { type: string } }
    questions:
      reason: { message: Why?, properties: { reason: { type: string } }, required: [ reason ], if: 'amount > \`500\`' }
`);

const DELETE = `defaults: { workflow: { taskQueue: q } }
tools:
  delete:
    workflow: doIt
    confirm: Delete {path}?
    input: { type: object, required: [ path ], properties: { path: { type: string } } }
    questions: { where: { message: Where?, properties: { path: { type: string } } } }
`;

/** The tool of a replica with another manifest. */
function changed(from: string, to: string): ToolDefinition {
  const tool = parseManifest(DELETE.replace(from, to)).tools.get('delete');
  if (!tool) throw new Error('There is no delete.');
  return tool;
}

const OTHER_REPLICA = {
  text: changed('Where?', 'In which folder?'),
  form: changed(
    'message: Where?, properties: { path: {',
    'message: Where?, properties: { path: { title: Place,',
  ),
  confirmation: changed('Delete {path}?', 'Really delete {path}?'),
};

const accept = (content: object): object => ({ action: 'accept', content });
const where = accept({ path: 'a.txt', other: 1 });
const how = accept({ mode: 'soft' });
const confirm = accept({ confirm: true });
const messageOf = ({ params }: InputRequest): string => String(params['message']);

const logged: unknown[] = [];
const logger: Logger = { ...silentLogger, warn: (...line) => logged.push(line) };

function toolOf(name: string): ToolDefinition {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  return tool;
}

type Decision = StartDecision | { readonly kind: 'start'; readonly request: CallRequest };

async function decide(
  tool: string | ToolDefinition,
  request: Partial<CallRequest> = {},
  exchange: Partial<Exchange> = {},
): Promise<Decision> {
  const call = {
    tool: typeof tool === 'string' ? toolOf(tool) : tool,
    exchange: toExchange(exchange),
    request: toCallRequest(request),
    logger,
  };
  let started: CallRequest | undefined;
  const decision = await askBeforeStart(call, async (full) => {
    started = full;
    return Promise.resolve({ kind: 'unaskable', lacking: 'sampling', message: '' });
  });
  return started ? { kind: 'start', request: started } : decision;
}

/** The decision for a call that its client repeats with these answers, each once it is asked for. */
async function decideWith(
  tool: string | ToolDefinition,
  input: object,
  answers: Readonly<Record<string, unknown>>,
): Promise<Decision> {
  const left = new Map(Object.entries(answers));
  let call: Partial<CallRequest> = { input: { ...input } };
  for (;;) {
    const decision = await decide(tool, call);
    if (decision.kind !== 'reply' || decision.reply.kind !== 'questions') return decision;
    const { requests, progress } = decision.reply;
    const given = Object.keys(requests).filter((key) => left.has(key));
    if (given.length === 0) return decision;
    const replies = Object.fromEntries(given.map((key) => [key, left.get(key)]));
    for (const key of given) left.delete(key);
    call = { ...call, progress, answers: replies };
  }
}

/** A client that answers questions on the stream of its call, and keeps them. */
function client(answers: Readonly<Record<string, unknown>>): {
  readonly asked: string[];
  readonly ask: NonNullable<Exchange['ask']>;
} {
  const asked: string[] = [];
  const ask = async (request: InputRequest): Promise<unknown> => {
    asked.push(messageOf(request));
    return Promise.resolve(answers[messageOf(request)]);
  };
  return { asked, ask };
}

/** The questions with which the server answers a call. */
async function questionsOf(
  decision: Promise<Decision>,
): Promise<Extract<CallReply, { kind: 'questions' }>> {
  const decided = await decision;
  if (decided.kind !== 'reply' || decided.reply.kind !== 'questions') {
    throw new Error(`There is no question: ${JSON.stringify(decided)}`);
  }
  return decided.reply;
}

describe('a guard before the start', () => {
  const why = accept({ reason: 'gift' });

  it('that is exactly false asks nothing, and leaves the argument to the client', async () => {
    expect(await decide('pay', { input: { amount: 5, reason: 'rent' } })).toMatchObject({
      kind: 'start',
      request: { input: { amount: 5, reason: 'rent' } },
    });
  });

  it('asks nothing if a default says so', async () => {
    expect(await decide('tip', { input: {} })).toMatchObject({ kind: 'start' });
    expect(
      Object.keys((await questionsOf(decide('tip', { input: { amount: 900 } }))).requests),
    ).toStrictEqual(['reason']);
  });

  it('reads what an earlier answer has said, and the defaults', async () => {
    const first = await questionsOf(decide('pay', { input: {} }));
    expect(Object.keys(first.requests)).toStrictEqual(['reason']);
    const second = await questionsOf(decideWith('pay', {}, { reason: why }));
    expect(Object.keys(second.requests)).toStrictEqual(['to']);
  });
});

describe('a call with questions before its start', () => {
  it('confirms with what was answered, and starts with the form’s fields only', async () => {
    const answers = { where, how };
    expect(await questionsOf(decideWith('shred', { force: true }, answers))).toMatchObject({
      requests: { confirm: { params: { message: 'Delete a.txt?' } } },
    });
    expect(await decideWith('shred', { force: true }, { ...answers, confirm })).toMatchObject({
      kind: 'start',
      request: {
        input: { force: true, path: 'a.txt', mode: 'soft' },
        idempotencyKey: expect.any(String),
      },
    });
  });

  it.each([
    ['no answer', 'yes'],
    ['an unknown action', { action: 'maybe' }],
    ['content that is no form', { action: 'accept', content: 'hard' }],
  ])('asks again after %s', async (_what, answer) => {
    expect(await questionsOf(decideWith('shred', {}, { where, how: answer }))).toMatchObject({
      requests: { how: { params: { message: 'How?' } } },
    });
  });

  it('says why when it asks again for what does not fit', async () => {
    const unfit = { where, how: accept({ mode: 'x' }) };
    expect(await questionsOf(decideWith('shred', {}, unfit))).toMatchObject({
      requests: { how: { params: { message: 'How? (/mode must be one of ["soft","hard"])' } } },
    });
    const unconfirmed = { where, how, confirm: accept({ confirm: 'yes' }) };
    expect(await questionsOf(decideWith('shred', {}, unconfirmed))).toMatchObject({
      requests: { confirm: {} },
    });
  });

  it('is refused for the size of its arguments ahead of everything else', async () => {
    const tool = toolOf('shred');
    const plain = { ...tool, confirm: undefined, questions: { beforeStart: [], declared: [] } };
    const input = { text: 'x'.repeat(1024 * 1024) };

    for (const definition of [tool, plain]) {
      await expect(decide(definition, { input })).rejects.toThrow(
        /bytes, more than the limit of 1048576/,
      );
    }
  });

  it('may lack arguments that will be asked for, and no others', async () => {
    expect(await questionsOf(decideWith('shred', { force: null }, {}))).toMatchObject({
      requests: { where: {}, how: {} },
    });
    await expect(decideWith('shred', { force: 'x' }, {})).rejects.toThrow(
      'Invalid arguments for shred: /force must be boolean.',
    );
  });
});

describe('a call that could not start', () => {
  const fitting = { key: 'a', at: '1 hour', data: 'aGk' };

  it('is confirmed where its arguments fit what they are for', async () => {
    expect(await questionsOf(decideWith('later', fitting, {}))).toMatchObject({
      requests: { confirm: {} },
    });
  });

  it.each([
    ['/at', { at: 'five' }],
    ['/key', { key: '' }],
    ['/data', { data: 'not base64!' }],
  ])('is refused ahead of the confirmation, by %s', async (path, input) => {
    await expect(decideWith('later', { ...fitting, ...input }, {})).rejects.toThrow(`${path} `);
  });
});

describe('the defaults of a tool', () => {
  it('are read to the person who confirms, and start with the call', async () => {
    expect(await questionsOf(decideWith('print', { paper: 'A3' }, {}))).toMatchObject({
      requests: { confirm: { params: { message: 'Print 2 on A3?' } } },
    });
    expect(await decideWith('print', { paper: 'A3' }, { confirm })).toMatchObject({
      kind: 'start',
      request: { input: { paper: 'A3', copies: 2 } },
    });
  });

  it('count after a person was asked', async () => {
    expect(await questionsOf(decideWith('print', {}, {}))).toMatchObject({
      requests: { paper: { params: { message: 'Which paper?' } } },
    });
  });
});

describe('a question before a start, on the stream of the call', () => {
  it('gives up on a client that keeps answering what does not fit', async () => {
    const { asked, ask } = client({ 'Where?': accept({ path: 5 }) });
    const stubborn = async (...args: Parameters<typeof ask>): Promise<unknown> => {
      await ask(...args);
      return accept({ path: 5 });
    };

    await expect(decide('delete', {}, { ask: stubborn })).resolves.toStrictEqual({
      kind: 'refused',
      message:
        'Not started: 3 answers did not fit the question "Where? (/path must be a string)". Give the answer in the call instead, as "path".',
    });
    const again = 'Where? (/path must be a string)';
    expect(asked).toStrictEqual(['Where?', again, again]);
    expect(logged).toStrictEqual([[{ toolName: 'delete', key: 'where' }, GIVEN_UP]]);
  });

  it('takes no answers that come with the call', async () => {
    const { asked, ask } = client({ 'Where?': where, 'Delete a.txt?': confirm });
    await decide('delete', { answers: { where, confirm } }, { ask });

    expect(asked).toStrictEqual(['Where?', 'Delete a.txt?']);
  });
});

describe('a question before a start, in a reply', () => {
  it('names each call otherwise', async () => {
    const calls = [await questionsOf(decide('delete')), await questionsOf(decide('delete'))];
    const ids = calls.map(({ progress }) => progress.phase === 'beforeStart' && progress.callId);

    expect(new Set(ids).size).toBe(2);
  });

  it('counts answers that do not fit in the state that the client carries, and no missing ones', async () => {
    const misfit = { answers: { where: accept({ path: 5 }) } };
    let { progress } = await questionsOf(decide('delete'));
    for (const request of [misfit, {}, misfit]) {
      ({ progress } = await questionsOf(decide('delete', { progress, ...request })));
    }

    await expect(decide('delete', { progress, answers: { where } })).resolves.toMatchObject({
      kind: 'reply',
      reply: { requests: { confirm: {} } },
    });
    await expect(decide('delete', { progress, ...misfit })).resolves.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('3 answers did not fit'),
    });
  });

  it.each([
    ['where', ' Give the answer in the call instead, as "path".'],
    ['confirm', ''],
  ])(
    'says of a question "%s" that a client answers with an error that nobody was asked',
    async (key, mend) => {
      const error = { code: -32602, message: 'Unsupported format' };
      const answers = { where, [key]: { action: 'cancel', error } };
      await expect(decideWith('delete', {}, answers)).resolves.toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(
          new RegExp(`this client answered it with an error: "Unsupported format"\\.${mend}$`),
        ),
      });
    },
  );

  it.each([
    ['where', 'decline', 'was declined.'],
    ['where', 'cancel', 'was closed without an answer.'],
    ['confirm', 'decline', 'was declined.'],
    ['confirm', 'cancel', 'was closed without an answer.'],
  ])('says of a question "%s" that is answered with %s that it %s', async (key, action, words) => {
    const answers = { where, [key]: { action } };
    await expect(decideWith('delete', {}, answers)).resolves.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(new RegExp(`^Not started: ".+" ${words}$`)),
    });
  });

  it.each([
    ['where', 'text', accept({ path: 'b.txt' })],
    ['where', 'form', accept({ path: 'b.txt' })],
    ['where', 'text', { action: 'decline' }],
    ['confirm', 'text', confirm],
    ['confirm', 'text', { action: 'decline' }],
    ['confirm', 'text', { action: 'cancel' }],
  ])('asks "%s" again if another %s was shown for the answer %j', async (key, part, answer) => {
    const now = OTHER_REPLICA[part === 'form' ? 'form' : 'text'];
    const asked = await questionsOf(decideWith('delete', {}, key === 'confirm' ? { where } : {}));
    const { requests } = await questionsOf(
      decide(now, { progress: asked.progress, answers: { [key]: answer } }),
    );

    expect(Object.keys(requests)).toContain('where');
    expect(requests).not.toStrictEqual(asked.requests);
  });

  it('keeps an answer to the text that is still asked', async () => {
    const { progress } = await questionsOf(decideWith('delete', {}, { where }));
    const again = await questionsOf(
      decide(OTHER_REPLICA.confirmation, { progress, answers: { confirm } }),
    );

    expect(again).toMatchObject({
      requests: { confirm: { params: { message: 'Really delete a.txt?' } } },
    });
    expect(
      await decide(OTHER_REPLICA.confirmation, { progress: again.progress, answers: { confirm } }),
    ).toMatchObject({ kind: 'start', request: { input: { path: 'a.txt' } } });
  });

  it('takes no more answers than it can send along', async () => {
    const { progress } = await questionsOf(decide('delete'));
    const large = accept({ path: 'x'.repeat(64 * 1024) });

    await expect(decide('delete', { progress, answers: { where: large } })).rejects.toThrow(
      /^Invalid params: the JSON of all answers before a start has \d+ characters\. The limit is 65536\.$/,
    );
  });
});
