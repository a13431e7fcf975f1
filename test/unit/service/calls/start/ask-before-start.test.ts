import { describe, expect, it } from '@jest/globals';

import type { InputRequest } from '../../../../../src/core/contract/input-request.js';
import { type Logger, silentLogger } from '../../../../../src/core/logger.js';
import { GIVEN_UP } from '../../../../../src/core/question/given-up-questions.js';
import type { Exchange } from '../../../../../src/core/request/exchange.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import type { CallRequest } from '../../../../../src/service/calls/call/tool.js';
import {
  type StartDecision,
  askBeforeStart,
} from '../../../../../src/service/calls/start/ask-before-start.js';
import { toCallRequest, toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  plain: { workflow: doIt, input: { type: object } }
  delete:
    workflow: doIt
    confirm: Delete {path}?
    input: { type: object, required: [ path ], properties: { path: { type: string } } }
    questions: { where: { message: Where?, properties: { path: { type: string } } } }
`);

const accept = (content: object): object => ({ action: 'accept', content });
const where = accept({ path: 'a.txt' });
const confirm = accept({ confirm: true });
const messageOf = ({ params }: InputRequest): string => String(params['message']);

const logged: unknown[] = [];
const logger: Logger = { ...silentLogger, warn: (...line) => logged.push(line) };

async function admit(
  name: string,
  request: Partial<CallRequest> = {},
  exchange: Partial<Exchange> = {},
): Promise<StartDecision> {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no ${name}.`);
  return askBeforeStart({ tool, logger }, toExchange(exchange), toCallRequest(request));
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
  admission: Promise<StartDecision>,
): Promise<Extract<Extract<StartDecision, { kind: 'reply' }>['reply'], { kind: 'questions' }>> {
  const admitted = await admission;
  if (admitted.kind !== 'reply' || admitted.reply.kind !== 'questions') {
    throw new Error(`There is no question: ${JSON.stringify(admitted)}`);
  }
  return admitted.reply;
}

describe('askBeforeStart, on the stream of the call', () => {
  it('gives up on a client that keeps answering what does not fit', async () => {
    const { asked, ask } = client({ 'Where?': accept({ path: 5 }) });
    const stubborn = async (...args: Parameters<typeof ask>): Promise<unknown> => {
      await ask(...args);
      return accept({ path: 5 });
    };

    await expect(admit('delete', {}, { ask: stubborn })).resolves.toStrictEqual({
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
    await admit('delete', { answers: { where, confirm } }, { ask });

    expect(asked).toStrictEqual(['Where?', 'Delete a.txt?']);
  });
});

describe('askBeforeStart, by reply', () => {
  it('names each call otherwise', async () => {
    const calls = [await questionsOf(admit('delete')), await questionsOf(admit('delete'))];
    const ids = calls.map(({ progress }) => progress.phase === 'beforeStart' && progress.callId);

    expect(new Set(ids).size).toBe(2);
  });

  it('counts answers that do not fit in the state that the client carries, and no missing ones', async () => {
    const misfit = { answers: { where: accept({ path: 5 }) } };
    let { progress } = await questionsOf(admit('delete'));
    for (const request of [misfit, {}, misfit]) {
      ({ progress } = await questionsOf(admit('delete', { progress, ...request })));
    }

    await expect(admit('delete', { progress, answers: { where } })).resolves.toMatchObject({
      kind: 'reply',
      reply: { requests: { confirm: {} } },
    });
    await expect(admit('delete', { progress, ...misfit })).resolves.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('3 answers did not fit'),
    });
  });

  it('takes no more answers than it can send along', async () => {
    const { progress } = await questionsOf(admit('delete'));
    const large = accept({ path: 'x'.repeat(64 * 1024) });

    await expect(admit('delete', { progress, answers: { where: large } })).rejects.toThrow(
      /^Invalid params: the JSON of all answers before a start has \d+ characters\. The limit is 65536\.$/,
    );
  });
});
