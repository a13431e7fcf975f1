import { describe, expect, it } from '@jest/globals';

import { audit, PROMISES } from '../../../../lab/chaos/audit/audit.js';
import type { Evidence, Execution, Journal } from '../../../../lab/chaos/audit/evidence.js';

import {
  CANCELLED,
  CANCELLED_ID,
  COMPLETED,
  EVIDENCE,
  JOURNAL,
  STARTED_MS,
  TASK_ID,
  toOverdue,
  toView,
} from './made-up-evidence.js';

const inJournal = (more: Partial<Journal>): Evidence => ({
  ...EVIDENCE,
  journal: { ...JOURNAL, ...more },
});
const inHistory = (more: Partial<Execution>): Evidence => ({
  ...EVIDENCE,
  executions: [{ ...COMPLETED, ...more }, CANCELLED],
});
const withAttempt = (attempt: number): Evidence => ({
  ...EVIDENCE,
  attempts: [...EVIDENCE.attempts, { token: 'ada.0', step: 0, attempt, atMs: STARTED_MS + 9_000 }],
});
const withJob = (more: Partial<Execution>, ...jobs: Evidence['jobs']): Evidence => ({
  ...inHistory({ job: 'job_once', ...more }),
  jobs,
});
const UNKNOWN_START = {
  ...CANCELLED,
  job: 'job_blind',
  ending: 'failed' as const,
  failure: 'JobStartUnknown',
};
const withViews = (...views: Parameters<typeof toView>[0][]): Evidence =>
  inJournal({ views: views.map(toView) });
const withAnswer = (more: Partial<Journal['answers'][number]>): Evidence =>
  inJournal({ answers: JOURNAL.answers.map((one) => ({ ...one, ...more })) });

/** Each kind of broken promise: which one, how it shows, and what is said of it. */
const BROKEN: readonly (readonly [string, string, Evidence, RegExp])[] = [
  [
    'no task is lost',
    'no execution',
    { ...EVIDENCE, executions: [CANCELLED] },
    /no execution mcp-ada-0/,
  ],
  [
    'no execution is started twice',
    'two of a call whose reply was lost',
    {
      ...EVIDENCE,
      executions: [
        ...EVIDENCE.executions,
        ...['a', 'b'].map((workflowId) => ({ ...CANCELLED, workflowId, token: 'cleo.2' })),
      ],
    },
    /cleo\.2 was started 2 times/,
  ],
  [
    'no finished activity runs again',
    'scheduled again',
    inHistory({ steps: [...COMPLETED.steps, { step: 0, completedByAttempts: [] }] }),
    /ada\.0 step 0 was scheduled 2 times/,
  ],
  [
    'no finished activity runs again',
    'a later attempt',
    withAttempt(3),
    /attempt 3 began though 2/,
  ],
  [
    'no question goes astray',
    'that of another',
    inJournal({
      answers: JOURNAL.answers.slice(0, 1).map((one) => ({ ...one, askedBy: 'dan.7' })),
    }),
    /question of dan\.7/,
  ],
  [
    'no answer is lost',
    'no Signal',
    inHistory({ signalledWords: ['ada.0/0/1'], resultWords: ['ada.0/0/1'] }),
    /ada\.0\/1\/3 was acknowledged, and is not in mcp-ada-0/,
  ],
  [
    'no answer is misdelivered',
    'to another question',
    inHistory({ resultWords: ['ada.0/1/2'] }),
    /Question 0 of mcp-ada-0 got ada\.0\/1\/2, the answer to question 1/,
  ],
  [
    'no answer is doubled',
    'for two questions',
    inHistory({ resultWords: ['ada.0/0/1', 'ada.0/0/1'] }),
    /ada\.0\/0\/1 was taken 2 times/,
  ],
  [
    'no question is declined early',
    'by a clock that is ahead',
    inHistory({ decline: { atMs: STARTED_MS, dueMs: STARTED_MS + 5_000 } }),
    /question of mcp-ada-0 was declined 5000 ms before its time/,
  ],
  [
    'no task is stuck',
    'a client',
    inJournal({ unfinished: [{ token: 'ada.0', doing: 'waiting while it is input_required' }] }),
    /client of ada\.0 \(no task\) is still at: waiting/,
  ],
  [
    'every answer makes sense',
    'an unforeseen refusal',
    inJournal({ oddities: [{ token: 'ada.0', what: 'calling: Internal error.' }] }),
    /ada\.0: calling: Internal error/,
  ],
  [
    'every status sequence is legal',
    'a return from the end',
    withViews({ status: 'completed' }, { status: 'working' }),
    /mcp-ada-0 2025-11-25: working after completed/,
  ],
  [
    'a cancellation reaches Temporal',
    'no request',
    inJournal({ cancellations: [{ taskId: TASK_ID, acknowledgedMs: STARTED_MS + 4_000 }] }),
    /mcp-ada-0: Temporal was never asked/,
  ],
  [
    'what clients were told is so',
    'failed',
    withViews({ status: 'failed' }),
    /was failed to 2025-11-25, and is completed/,
  ],
  ['ttl is kept', 'other than wanted', withViews({ ttlMs: 1 }), /had the ttl 1, then 60000/],
  [
    'ttl is kept',
    'changed',
    withViews({ ttlMs: 60_000 }, { ttlMs: 7 }),
    /had the ttl 60000, then 7/,
  ],
  [
    'ownership is kept',
    'shown to another',
    inJournal({ trespasses: [{ taskId: TASK_ID, by: 'ben', isShown: true }] }),
    /ben was shown mcp-ada-0/,
  ],
  [
    'results are of the own call',
    'that of another',
    inJournal({ results: [{ token: 'ada.0', resultToken: 'dan.7' }] }),
    /ada\.0 got the result of dan\.7/,
  ],
  [
    'no job is started twice',
    'of a lost reply',
    withJob({}, ...['ok', 'running'].map((state) => ({ token: 'ada.0', state }))),
    /has started 2 jobs of ada\.0/,
  ],
  [
    'no job is lost',
    'there is none',
    withJob({}),
    /ada\.0 of job_once is completed \(no failure\), and its job is none/,
  ],
  [
    'no job is lost',
    'not found',
    withJob({ ending: 'failed', failure: 'JobStartUnknown' }, { token: 'ada.0', state: 'ok' }),
    /is failed \(JobStartUnknown\), and its job ok/,
  ],
  [
    'a cancelled job is cancelled at its service',
    'it goes on',
    withJob({ ending: 'cancelled' }, { token: 'ada.0', state: 'running' }),
    /ada\.0 is cancelled, and its job is running/,
  ],
  [
    'no request is beyond its bound',
    'after the replica was well again',
    inJournal({ overdue: [toOverdue(0, 200)] }),
    /tasks\/get at replica 0/,
  ],
];

describe('the auditor', () => {
  it('has nothing to say of a run in which every promise was kept', () => {
    expect(audit(EVIDENCE)).toStrictEqual([]);
  });

  it.each(BROKEN)('sees that it is not true that %s: %s', (...[promise, , evidence, said]) => {
    const violations = audit(evidence).filter((one) => one.promise === promise);

    expect(violations).toHaveLength(1);
    expect(violations[0]?.what).toMatch(said);
  });

  it('has been seen to find each kind of broken promise', () => {
    expect(new Set(BROKEN.map(([promise]) => promise))).toStrictEqual(
      new Set(Object.keys(PROMISES)),
    );
  });

  it.each([
    [
      'a request to a replica that was frozen meanwhile',
      inJournal({ overdue: [toOverdue(0, 150)] }),
    ],
    [
      'a cancellation that came when the task had ended',
      inJournal({ cancellations: [{ taskId: TASK_ID, acknowledgedMs: STARTED_MS + 6_000 }] }),
    ],
    [
      'an answer that was acknowledged after another one to the same question',
      inHistory({ signalledWords: ['ada.0/0/1', 'ada.0/1/2'] }),
    ],
    [
      'an answer to a task that was cancelled meanwhile',
      withAnswer({ taskId: CANCELLED_ID, askedBy: 'ben.1' }),
    ],
    [
      'a job whose start nobody can find out about',
      {
        ...EVIDENCE,
        executions: [
          ...EVIDENCE.executions,
          { ...UNKNOWN_START, workflowId: 'x', token: 'cleo.2' },
        ],
        jobs: [{ token: 'cleo.2', state: 'running' }],
      },
    ],
    [
      'an attempt that was frozen and begins after the one that completed its step',
      { ...EVIDENCE, attempts: [...EVIDENCE.attempts].reverse() },
    ],
    [
      'an execution that waits for answers, and that nobody knows of',
      {
        ...EVIDENCE,
        executions: [
          ...EVIDENCE.executions,
          { ...CANCELLED, workflowId: 'x', token: 'cleo.2', ending: 'open' as const },
        ],
      },
    ],
  ])('does not mind %s', (_what, evidence) => {
    const serious = audit(evidence).filter(
      ({ promise }) => !['no answer is misdelivered'].includes(promise),
    );

    expect(serious).toStrictEqual([]);
  });

  it('knows how each generation shows each end', () => {
    const told = (ending: Execution['ending']): Evidence => ({
      ...EVIDENCE,
      executions: [{ ...COMPLETED, ending }, CANCELLED],
      journal: {
        ...JOURNAL,
        views: [
          toView({ status: 'failed' }),
          toView({ generation: '2026-07-28', status: 'completed' }),
          toView({ generation: '2026-07-28', status: 'failed' }),
        ],
      },
    });
    const falseEndings = (ending: Execution['ending']): number =>
      audit(told(ending)).filter(({ promise }) => promise === 'what clients were told is so')
        .length;

    expect([falseEndings('failed'), falseEndings('timedOut'), falseEndings('completed')]).toEqual([
      1, 1, 2,
    ]);
  });
});
