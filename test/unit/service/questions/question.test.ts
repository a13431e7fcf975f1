import { describe, expect, it } from '@jest/globals';

import type { ClientTask } from '../../../../src/core/contract.js';
import {
  moveQuestion,
  NEW_QUESTION,
  type QuestionEffect,
  type QuestionEvent,
  type QuestionPhase,
  type QuestionState,
} from '../../../../src/service/questions/question.js';

/** Tasks at a client: two of the stream's own session, and one of another session. */
const own: ClientTask = { taskId: 'own', session: 'one' };
const own2: ClientTask = { taskId: 'own2', session: 'one' };
const foreign: ClientTask = { taskId: 'foreign', session: 'two' };

const at = (phase: QuestionPhase, times = 0, clientTask?: ClientTask): QuestionState => ({
  phase,
  times,
  ...(clientTask && { clientTask }),
});
const shown = (clientTask?: ClientTask): QuestionEvent => ({
  kind: 'shown',
  ...(clientTask && { clientTask }),
});
const claimed = (clientTask?: ClientTask): QuestionEvent => ({
  ...shown(clientTask),
  kind: 'claimed',
});
const gone = (clientTask?: ClientTask): QuestionEvent => ({ ...shown(clientTask), kind: 'gone' });
const notTaken: QuestionEvent = { kind: 'notTaken', hint: 'Yes or no' };
const [responded, declined, failed, unanswered, resultNotTaken, closed] = (
  ['responded', 'declined', 'failed', 'unanswered', 'resultNotTaken', 'closed'] as const
).map((kind): QuestionEvent => ({ kind })) as [
  QuestionEvent,
  QuestionEvent,
  QuestionEvent,
  QuestionEvent,
  QuestionEvent,
  QuestionEvent,
];

const claim = (clientTask?: ClientTask): QuestionEffect => ({
  kind: 'claim',
  ...(clientTask && { clientTask }),
});
const ask: QuestionEffect = { kind: 'ask' };
const askAgain: QuestionEffect = { kind: 'ask', hint: 'Yes or no' };
const fetch = (clientTask: ClientTask): QuestionEffect => ({ kind: 'fetch', clientTask });
const fetchForeign = (clientTask: ClientTask): QuestionEffect => ({
  kind: 'fetchForeign',
  clientTask,
});
const cancel = (clientTask: ClientTask): QuestionEffect => ({ kind: 'cancel', clientTask });
const withdraw: QuestionEffect = { kind: 'withdraw' };
const askPlainly: QuestionEffect = { kind: 'ask', isPlain: true };
const letGo: QuestionEffect = { kind: 'letGo' };
const askCopy: QuestionEffect = { kind: 'ask', isCopy: true };
const copy = (effect: QuestionEffect): QuestionEffect =>
  ({ ...effect, isCopy: true }) as QuestionEffect;
const silent = (state: QuestionState, silences: number): QuestionState => ({ ...state, silences });
const plain = (state: QuestionState): QuestionState => ({ ...state, isPlain: true });

type Row = readonly [
  from: QuestionState,
  event: QuestionEvent,
  to: QuestionState,
  effects: readonly QuestionEffect[],
];

const OPEN: readonly Row[] = [
  [NEW_QUESTION, shown(), NEW_QUESTION, [claim()]],
  [NEW_QUESTION, shown(own), NEW_QUESTION, [claim(own)]],
  [NEW_QUESTION, shown(foreign), NEW_QUESTION, [claim(foreign)]],
  [NEW_QUESTION, claimed(), at('asked', 1), [ask]],
  [NEW_QUESTION, claimed(own), at('held', 0, own), [fetch(own)]],
  [NEW_QUESTION, claimed(foreign), at('held', 0, foreign), [fetchForeign(foreign)]],
  [NEW_QUESTION, gone(), NEW_QUESTION, []],
  [NEW_QUESTION, gone(own), NEW_QUESTION, []],
  [NEW_QUESTION, responded, NEW_QUESTION, []],
  [NEW_QUESTION, declined, at('refused'), [letGo]],
  [NEW_QUESTION, failed, NEW_QUESTION, []],
  [NEW_QUESTION, notTaken, NEW_QUESTION, []],
  [NEW_QUESTION, unanswered, NEW_QUESTION, []],
  [NEW_QUESTION, resultNotTaken, NEW_QUESTION, []],
  [NEW_QUESTION, closed, at('withdrawn'), [letGo]],
];

const ASKED: readonly Row[] = [
  [at('asked', 1), shown(), at('asked', 1), []],
  [at('asked', 1), shown(own), at('asked', 1), [claim(own)]],
  [at('asked', 1), shown(foreign), at('asked', 1), []],
  [at('asked', 1, own), shown(own), at('asked', 1, own), []],
  [at('asked', 1, own), shown(own2), at('asked', 1, own), [claim(own2)]],
  [at('asked', 1), claimed(own), at('held', 1, own), [fetch(own)]],
  [at('asked', 1), gone(), at('withdrawn', 1), [withdraw]],
  [at('asked', 1), gone(own), at('withdrawn', 1, own), [cancel(own)]],
  [at('asked', 1), gone(foreign), at('withdrawn', 1), [withdraw]],
  [at('asked', 1), responded, at('answered', 1), []],
  [at('asked', 1), declined, at('refused', 1), [letGo]],
  [at('asked', 1), notTaken, at('asked', 2), [askAgain]],
  [at('asked', 2), notTaken, at('asked', 3), [askAgain]],
  [at('asked', 3), notTaken, at('asked', 3), []],
  [at('asked', 1), resultNotTaken, at('asked', 1), []],
  [at('asked', 1), unanswered, silent(at('asked', 1), 1), [askCopy]],
  [silent(at('asked', 1), 1), unanswered, silent(at('asked', 1), 2), [askCopy]],
  [silent(at('asked', 1), 1), gone(), silent(at('withdrawn', 1), 1), [withdraw]],
  [at('asked', 1), closed, at('withdrawn', 1), [letGo]],
];

const HELD: readonly Row[] = [
  [at('held', 1, own), shown(own), at('held', 1, own), []],
  [at('held', 1, own), shown(own2), at('held', 1, own), [claim(own2)]],
  [at('held', 1, own), shown(foreign), at('held', 1, own), []],
  [at('held', 1, own), shown(), at('held', 1, own), []],
  [at('held', 0, foreign), shown(), at('held', 0, foreign), [claim()]],
  [at('held', 0, foreign), claimed(), at('asked', 1, foreign), [ask]],
  [at('held', 1, own), gone(own), at('withdrawn', 1, own), [cancel(own)]],
  [at('held', 1, own), gone(), at('withdrawn', 1, own), [cancel(own)]],
  [at('held', 1, own), gone(own2), at('withdrawn', 1, own2), [cancel(own2)]],
  [at('held', 0, foreign), gone(foreign), at('withdrawn', 0, foreign), []],
  [at('held', 1, own), responded, at('answered', 1, own), []],
  [at('held', 1, own), failed, at('held', 1, own), []],
  [at('held', 1, own), declined, at('refused', 1, own), [letGo]],
  [at('held', 1, own), notTaken, at('asked', 2, own), [askAgain]],
  [at('held', 3, own), notTaken, at('held', 3, own), []],
  [at('held', 1, own), resultNotTaken, at('held', 2, own), [fetch(own)]],
  [at('held', 0, foreign), resultNotTaken, at('held', 1, foreign), [fetchForeign(foreign)]],
  [at('held', 3, own), resultNotTaken, at('held', 3, own), []],
  [at('held', 1, own), unanswered, silent(at('held', 1, own), 1), [copy(fetch(own))]],
  [
    at('held', 0, foreign),
    unanswered,
    silent(at('held', 0, foreign), 1),
    [copy(fetchForeign(foreign))],
  ],
  [at('held', 1, own), closed, at('withdrawn', 1, own), [letGo]],
];

const REFUSED: readonly Row[] = [
  [at('refused', 1), shown(), at('refused', 1), []],
  [at('refused', 1), shown(own), at('refused', 1), [claim(own)]],
  [at('refused', 1), shown(foreign), at('refused', 1), []],
  [at('refused', 1), claimed(own), at('held', 1, own), [fetch(own)]],
  [at('refused', 1), gone(), at('withdrawn', 1), []],
  [at('refused', 1), responded, at('answered', 1), []],
  [at('refused', 1), failed, at('refused', 1), []],
  [at('refused', 1), declined, at('refused', 1), [letGo]],
  [at('refused', 1), notTaken, at('asked', 2), [askAgain]],
  [at('refused', 1), resultNotTaken, at('refused', 1), []],
  [at('refused', 1), unanswered, at('refused', 1), []],
  [at('refused', 1), closed, at('withdrawn', 1), [letGo]],
];

const ANSWERED: readonly Row[] = [
  [at('answered', 1), shown(), at('answered', 1), []],
  [at('answered', 0, foreign), shown(), at('answered', 0, foreign), []],
  [at('answered', 1), shown(own), at('answered', 1), [claim(own)]],
  [at('answered', 1, own), shown(own), at('answered', 1, own), []],
  [at('answered', 1), claimed(own), at('held', 1, own), [fetch(own)]],
  [at('answered', 1, own), gone(own), at('withdrawn', 1, own), []],
  [at('answered', 1), gone(own), at('withdrawn', 1, own), [cancel(own)]],
  [at('answered', 1), responded, at('answered', 1), []],
  [at('answered', 1), failed, at('answered', 1), []],
  [at('answered', 1), declined, at('refused', 1), [letGo]],
  [at('answered', 1), notTaken, at('asked', 2), [askAgain]],
  [at('answered', 1, own), notTaken, at('asked', 2, own), [askAgain]],
  [at('answered', 1, own), resultNotTaken, at('held', 2, own), [fetch(own)]],
  [at('answered', 1), gone(), at('withdrawn', 1), []],
  [silent(at('answered', 1), 1), gone(), silent(at('withdrawn', 1), 1), [withdraw]],
  [at('answered', 1), unanswered, at('answered', 1), []],
  [at('answered', 1), closed, at('withdrawn', 1), [letGo]],
];

const WITHDRAWN: readonly Row[] = [
  [at('withdrawn', 1), shown(), at('withdrawn', 1), []],
  [at('withdrawn', 1), shown(own), at('withdrawn', 1), []],
  [at('withdrawn', 1), gone(), at('withdrawn', 1), []],
  [at('withdrawn', 1), gone(own), at('withdrawn', 1, own), [cancel(own)]],
  [at('withdrawn', 1, own), gone(own), at('withdrawn', 1, own), []],
  [at('withdrawn', 1), responded, at('withdrawn', 1), []],
  [at('withdrawn', 1), failed, at('withdrawn', 1), []],
  [at('withdrawn', 1), declined, at('refused', 1), [letGo]],
  [at('withdrawn', 1), notTaken, at('withdrawn', 1), []],
  [at('withdrawn', 1, own), resultNotTaken, at('withdrawn', 1, own), []],
  [at('withdrawn', 1), unanswered, at('withdrawn', 1), []],
  [at('withdrawn', 1), closed, at('withdrawn', 1), [letGo]],
];

/** If a waiting client responds with an error, the server asks it once more. */
const FAILED: readonly Row[] = [
  [at('asked', 1), failed, plain(at('asked', 2)), [askPlainly]],
  [at('asked', 2), failed, at('asked', 2), []],
  [plain(at('asked', 2)), notTaken, plain(at('asked', 3)), [{ ...askAgain, isPlain: true }]],
  [plain(at('asked', 2)), unanswered, silent(plain(at('asked', 2)), 1), [copy(askPlainly)]],
];

/** If a client that does not wait responds with an error, the question is left to others. */
const FAILED_OFFER: readonly Row[] = [[at('offered', 1), failed, at('offered', 1), []]];

const COMMON: readonly Row[] = [...OPEN, ...ASKED, ...HELD, ...REFUSED, ...ANSWERED, ...WITHDRAWN];

/** The same row for a client that does not wait for the task: the server offers the question instead of asking it. */
function asOffered([from, event, to, effects]: Row): Row {
  const offer = (state: QuestionState): QuestionState =>
    state.phase === 'asked' ? { ...state, phase: 'offered' } : state;
  return [
    offer(from),
    event,
    offer(to),
    effects.map((effect) =>
      effect.kind === 'ask' ? { ...effect, kind: 'offer' as const } : effect,
    ),
  ];
}

const WAITING = [...COMMON, ...FAILED];
const OFFERED = [...COMMON.map(asOffered), ...FAILED_OFFER];

const title = ([from, event, to, effects]: Row): string => {
  const word = ({ phase, times, clientTask, silences, isPlain }: QuestionState): string =>
    `${phase} ${times}${clientTask ? ` (${clientTask.taskId})` : ''}${isPlain ? ' plainly' : ''}${silences ? ` + ${silences}` : ''}`;
  const { clientTask: seen } = event as { readonly clientTask?: ClientTask };
  const by = seen ? ` with ${seen.taskId}` : '';
  const done = effects.map(({ kind }) => kind).join(', ') || 'nothing';
  return `${word(from)} is ${event.kind}${by}: ${word(to)}, ${done}`;
};

describe.each([
  ['waits for the task', true, WAITING],
  ['does not wait for it', false, OFFERED],
])('a question on the stream of a client that %s', (_what, isWaiting, rows) => {
  it.each(rows.map((row): [string, Row] => [title(row), row]))('%s', (_title, row) => {
    const [from, event, to, effects] = row;

    expect(moveQuestion(from, event, { session: 'one', isWaiting })).toStrictEqual({
      state: to,
      effects,
    });
  });
});

describe('the table of these transitions', () => {
  it('has every event in every phase, but a claim that can never be made', () => {
    const phases = ['open', 'offered', 'asked', 'held', 'refused', 'answered', 'withdrawn'];
    const events = [
      'shown',
      'claimed',
      'gone',
      'responded',
      'declined',
      'failed',
      'unanswered',
      'notTaken',
      'resultNotTaken',
      'closed',
    ];
    const pairs = new Set(
      [...WAITING, ...OFFERED].map(([{ phase }, { kind }]) => `${phase} ${kind}`),
    );
    const missing = phases
      .flatMap((phase) => events.map((event) => `${phase} ${event}`))
      .filter((pair) => !pairs.has(pair));

    expect(missing).toStrictEqual(['withdrawn claimed']);
  });
});
