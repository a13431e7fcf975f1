import { beforeEach, describe, expect, it } from '@jest/globals';

import {
  type BegunWait,
  LearnedWaits,
  type WaitingClient,
} from '../../../../../src/service/calls/answer/learned-waits.js';
import { parseWaitMark, type WaitMark } from '../../../../../src/service/calls/answer/wait-mark.js';
import type { Departure } from '../../../../../src/service/calls/tool.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHORTEST_MS = 4_000;

const ada: WaitingClient = {
  owner: 'ada',
  clientName: 'host',
  clientVersion: '1.0',
  session: 'first',
};
const inNewSession: WaitingClient = { ...ada, session: 'second' };
const stateless: WaitingClient = { ...ada, session: undefined };

let learned: LearnedWaits;
let nowMs: number;
beforeEach(() => {
  learned = new LearnedWaits();
  nowMs = 1_000_000;
});

const pass = (ms: number): void => {
  nowMs += ms;
};
const begin = (client: WaitingClient, mark?: string, taskId = 'task'): BegunWait =>
  learned.begin(
    client,
    { taskId, mark: parseWaitMark(mark), provenMs: 45_000, shortestMs: SHORTEST_MS },
    nowMs,
  );
const answer = (client: WaitingClient, given: WaitMark, heldMs = 45_000): void => {
  learned.answered(client, { taskId: 'task', given, heldMs }, nowMs);
};
/** A wait that its client leaves after a while. */
const leave = (client: WaitingClient, departure: Departure, afterMs = MINUTE_MS): void => {
  begin(client, '1-1');
  pass(afterMs);
  learned.left(client, { taskId: 'task', departure, shortestMs: SHORTEST_MS }, nowMs);
};
const limitOf = (client: WaitingClient): number | undefined =>
  learned.shownBy(client, nowMs).limitMs;

describe('a limit', () => {
  it('is shown at once by a cancellation that names a time-out, for new sessions as well', () => {
    leave(ada, 'timedOut');

    expect([limitOf(ada), limitOf(inNewSession)]).toStrictEqual([48_000, 48_000]);
  });

  it.each<[string, WaitingClient, string]>([
    ['in its session, for something else', ada, 'another task'],
    ['to the task, in a session of its own', inNewSession, 'task'],
  ])('is shown by a closed stream once its client comes back %s', (_how, client, taskId) => {
    leave(ada, 'streamClosed');
    expect(limitOf(ada)).toBeUndefined();
    pass(20_000);

    expect(begin(client, undefined, taskId).limitMs).toBe(48_000);
    expect(limitOf(inNewSession)).toBe(48_000);
  });

  it('is shown by a closed stream where there are no sessions', () => {
    leave(stateless, 'streamClosed');
    pass(20_000);

    expect(begin(stateless, '1-1')).toStrictEqual({
      mark: { answers: 2, doublings: 1 },
      limitMs: 48_000,
      heldMs: undefined,
    });
  });

  it.each<[string, Departure, number | undefined]>([
    ['a person’s cancellation', 'withdrawn', undefined],
    ['the end of a connection, or of the server', 'disconnected', undefined],
    ['a departure sooner than any host’s', 'timedOut', SHORTEST_MS - 1],
  ])('is not shown by %s', (_what, departure, afterMs) => {
    leave(ada, departure, afterMs);
    pass(1_000);
    begin(ada, '1-1');

    expect(limitOf(ada)).toBeUndefined();
  });

  it('is not shown by a client that has quit, and is started again later', () => {
    leave(ada, 'streamClosed');
    pass(1_000);
    expect(begin(inNewSession, undefined, 'another task').limitMs).toBeUndefined();
    pass(2 * MINUTE_MS);

    expect(begin(inNewSession, '1-1').limitMs).toBeUndefined();
  });

  it('is shown by a mark that comes once more, where the client gives up in silence', () => {
    begin(ada, '1-1');
    pass(5_000);
    expect(begin(ada, '1-1')).toMatchObject({
      mark: { answers: 2, doublings: 1 },
      limitMs: 45_000,
    });
    pass(5_000);

    expect(begin(ada, '1-1').mark).toStrictEqual({ answers: 3, doublings: 1 });
  });

  it('is shown by the same call, made again in a session while the first one is waited with', () => {
    const client = { ...ada, clientName: 'mcp' };
    begin(client);
    pass(SHORTEST_MS - 1);
    expect(begin(client).limitMs).toBeUndefined();
    pass(SHORTEST_MS);
    expect(begin({ ...client, session: 'second' }).limitMs).toBeUndefined();
    pass(SHORTEST_MS);
    expect(begin({ ...client, session: 'second' })).toMatchObject({
      mark: { answers: 1, doublings: 0 },
      limitMs: SHORTEST_MS,
    });
  });

  it('is not shown by a client that gives no marks', () => {
    begin(ada);
    pass(45_000);
    answer(ada, { answers: 1, doublings: 1 });

    expect(begin(ada)).toStrictEqual({
      mark: { answers: 1, doublings: 1 },
      limitMs: undefined,
      heldMs: undefined,
    });
  });

  it.each<[string, WaitingClient]>([
    ['another owner', { ...ada, owner: 'bob' }],
    ['another client', { ...ada, clientName: 'other' }],
    ['another version', { ...ada, clientVersion: '1.1' }],
  ])('holds for no client of %s', (_what, other) => {
    leave(ada, 'timedOut');

    expect(limitOf(other)).toBeUndefined();
  });

  describe.each(['mcp', 'MCP', '', undefined])(
    'under the name %j, which programs share,',
    (clientName) => {
      const one: WaitingClient = { ...ada, clientName };

      it('holds for the session, whatever it waits for', () => {
        leave(one, 'timedOut');

        expect(limitOf(one)).toBe(48_000);
        expect(begin(one, undefined, 'another task').limitMs).toBe(48_000);
      });

      it('holds for the task, in any session', () => {
        const byCall: WaitingClient = { ...one, session: undefined };
        leave(byCall, 'timedOut');
        pass(1_000);

        expect(begin(byCall, '1-1').limitMs).toBe(48_000);
        expect(begin({ ...one, session: 'second' }, '1-1').limitMs).toBe(48_000);
      });

      it('holds for no other program, with another task in another session', () => {
        leave(one, 'timedOut');

        expect(limitOf({ ...one, session: 'second' })).toBeUndefined();
        expect(
          begin({ ...one, session: 'second' }, undefined, 'another task').limitMs,
        ).toBeUndefined();
      });
    },
  );

  it('holds for an hour, and for a day when it is shown again', () => {
    leave(ada, 'timedOut');
    pass(HOUR_MS);
    expect(limitOf(ada)).toBeUndefined();

    leave(ada, 'timedOut');
    pass(HOUR_MS);
    expect(limitOf(ada)).toBe(48_000);
    pass(23 * HOUR_MS);
    expect(limitOf(ada)).toBeUndefined();
  });

  it('falls where the client leaves sooner, but not below what every host waits', () => {
    leave(ada, 'timedOut');
    leave(ada, 'timedOut', 30_000);
    expect(limitOf(ada)).toBe(24_000);
    leave(ada, 'timedOut', SHORTEST_MS);
    expect(limitOf(ada)).toBe(SHORTEST_MS);
  });
});

describe('a wait that was held', () => {
  it('is shown by its mark, and holds for the session', () => {
    begin(ada);
    pass(45_000);
    answer(ada, { answers: 1, doublings: 1 });
    pass(1_000);

    expect(begin(ada, '1-1').heldMs).toBe(45_000);
    expect(begin(ada, undefined, 'another task').heldMs).toBe(45_000);
    expect(begin(inNewSession, undefined, 'another task').heldMs).toBeUndefined();
  });

  it('is forgotten when the client shows a limit', () => {
    begin(ada);
    pass(90_000);
    answer(ada, { answers: 1, doublings: 1 });
    leave(ada, 'timedOut');

    expect(learned.shownBy(ada, nowMs)).toStrictEqual({ limitMs: 48_000, heldMs: undefined });
  });
});

it('forgets a wait that has met the end of its task', () => {
  begin(ada, '1-1');
  learned.ended(ada, 'task');
  pass(10_000);

  expect(begin(ada, '1-1').limitMs).toBeUndefined();
});
