import { InterceptingCall, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConnectionOptions } from '@temporalio/client';

import { connectTemporal, type TemporalClients } from '../../../src/app/config/connect-temporal.js';
import { isTerminal } from '../../../src/core/task/task-status.js';
import type { Task } from '../../../src/core/task/task.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { eventually, within } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

/** The long poll, and the read of a close event. */
const HISTORY = 'GetWorkflowExecutionHistory';
/** More than the histories of `slow_compute` and `wait_for_finish` have. */
const MAX_EVENTS = 15;
/** Well below the 20 s after which a long poll comes back by itself. */
const PROMPTLY_MS = 12_000;

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

const given = withTasks();

let counted: CountedConnection;

beforeEach(async () => {
  counted = await countRequests();
});

afterEach(() => counted.close());

const connectCounted = (longPolls = 800, looksPerSecond = 100): Tasks =>
  given().connect({
    client: counted.client,
    pollClient: counted.client,
    longPolls,
    looksPerSecond,
  });

const untilUnderWay = async (count: number): Promise<void> => {
  await eventually(`${count} long polls under way`, () => counted.underWay(HISTORY) === count);
};

/** The task was read at the start and at the end, and each poll brought at least one of these workflows' few events. */
const expectNewsOnly = (): void => {
  const { [HISTORY]: polls, ...others } = counted.sent();
  expect(others).toStrictEqual({ DescribeWorkflowExecution: 2 });
  expect(polls).toBeLessThanOrEqual(MAX_EVENTS);
};

describe('waitFor', () => {
  it('sends requests when something happens, not as time goes by', async () => {
    const { create, owner } = given();
    const { taskId, createdAt } = await create('slow_compute', { seconds: 4, label: 'pi' });

    const task = await connectCounted().waitFor(asOwner({ owner }), taskId, whenClosed());

    expect(task.phase).toBe('succeeded');
    expect(Date.parse(task.lastUpdatedAt) - Date.parse(createdAt)).toBeGreaterThan(3_000);
    expectNewsOnly();
  });

  it('resolves at once for a task that has ended long ago', async () => {
    const { create, closed, owner } = given();
    const { taskId } = await create('quick_job');
    const ended = await closed(taskId);

    expect(await connectCounted().waitFor(asOwner({ owner }), taskId, whenClosed())).toEqual(ended);
    expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1, [HISTORY]: 1 });
  });

  it('shares one long poll among all who wait for a task', async () => {
    const { create, owner, finish } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();
    const waiting = Array.from({ length: 100 }, () =>
      process.waitFor(asOwner({ owner }), taskId, whenClosed()),
    );
    await untilUnderWay(1);

    await finish(taskId, { ok: true });

    const tasks = await within(PROMPTLY_MS, Promise.all(waiting));
    expect(tasks.every(({ phase }) => phase === 'succeeded')).toBe(true);
    expectNewsOnly();
  });
});

describe('giving up a wait', () => {
  it('rejects as aborted and leaves the others waiting', async () => {
    const { create, owner, finish } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();
    const first = new AbortController();
    const givenUp = process.waitFor(asOwner({ owner }), taskId, whenClosed(first.signal));
    const patient = process.waitFor(asOwner({ owner }), taskId, whenClosed());
    await untilUnderWay(1);

    first.abort();

    await expect(givenUp).rejects.toMatchObject({ code: 'aborted' });
    expect(counted.underWay(HISTORY)).toBe(1);
    await finish(taskId, { ok: true });
    expect(await within(PROMPTLY_MS, patient)).toMatchObject({ phase: 'succeeded' });
  });

  it('ends the long poll when nobody waits any more, and the task goes on', async () => {
    const { create, owner } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();
    const controllers = [new AbortController(), new AbortController()];
    const waiting = controllers.map(({ signal }) =>
      process
        .waitFor(asOwner({ owner }), taskId, whenClosed(signal))
        .catch((error: unknown) => error),
    );
    await untilUnderWay(1);

    for (const controller of controllers) controller.abort();
    await Promise.all(waiting);

    await untilUnderWay(0);
    expect(await process.get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'working' });
  });

  it('ends the looks at a task without a long poll', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('wait_for_finish');
    const patient = await countRequests();
    const [leaving, waiting] = [new AbortController(), new AbortController()];
    const untilLooks = async (count: number, { sent }: CountedConnection): Promise<void> => {
      await eventually('looks', () => (sent()['DescribeWorkflowExecution'] ?? 0) >= count);
    };
    const givenUp = connectCounted(0).waitFor(
      asOwner({ owner }),
      taskId,
      whenClosed(leaving.signal),
    );
    await untilLooks(3, counted);

    leaving.abort();
    await expect(givenUp).rejects.toMatchObject({ code: 'aborted' });
    counted.reset();
    // Others look every second, too.
    const { client } = patient;
    const others = connect({ client, pollClient: client, longPolls: 0 })
      .waitFor(asOwner({ owner }), taskId, whenClosed(waiting.signal))
      .catch(() => undefined);
    await untilLooks(3, patient);

    expect(counted.sent()).toStrictEqual({});
    waiting.abort();
    await others;
    await patient.close();
  });

  it('before it has begun sends nothing', async () => {
    const { create, owner } = given();
    const { taskId } = await create('wait_for_finish');

    await expect(
      connectCounted().waitFor(asOwner({ owner }), taskId, whenClosed(AbortSignal.abort())),
    ).rejects.toMatchObject({ code: 'aborted' });

    expect(counted.sent()).toStrictEqual({});
  });

  it('does not keep somebody else from waiting anew', async () => {
    const { create, owner, finish } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();
    const first = new AbortController();
    const givenUp = process.waitFor(asOwner({ owner }), taskId, whenClosed(first.signal));
    await untilUnderWay(1);
    first.abort();
    await expect(givenUp).rejects.toMatchObject({ code: 'aborted' });

    const anew = process.waitFor(asOwner({ owner }), taskId, whenClosed());
    await finish(taskId, { ok: true });

    expect(await within(PROMPTLY_MS, anew)).toMatchObject({ phase: 'succeeded' });
  });
});

describe('a wait of two minutes in an outage of Temporal', () => {
  let isOut = false;
  let polls = 0;
  let lostReads = 0;
  /** The service does what it is asked to, and its answers are lost. */
  const loseAnswers: Interceptor = (options, nextCall) => {
    const isPoll = options.method_definition.path.endsWith(HISTORY);
    return new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) => {
        if (isPoll) polls += 1;
        next(metadata, {
          onReceiveStatus: (answer, nextStatus) => {
            if (isOut && !isPoll) lostReads += 1;
            nextStatus(isOut ? { ...answer, code: status.UNAVAILABLE } : answer);
          },
        });
      },
    });
  };
  let connection: TemporalClients;
  let pass: (ms: number) => void;

  beforeEach(() => {
    [isOut, polls, lostReads] = [false, 0, 0];
    connection = connectTemporal({
      connection: { address: temporalAddress(), interceptors: [loseAnswers] },
      namespace: 'default',
    });
    const now = Date.now.bind(Date);
    let aheadMs = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
    pass = (ms) => {
      aheadMs += ms;
    };
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await connection.close();
  });

  const untilLost = async (): Promise<void> => {
    const before = lostReads;
    await eventually('a lost read', () => lostReads > before);
  };
  /** Begins a wait. When it has lasted for two minutes, Temporal is out of reach, and its task ends. */
  const waitUntilOut = async () => {
    const { create, connect, owner, finish } = given();
    const { taskId } = await create('wait_for_finish');
    const waiting = connect(connection).waitFor(asOwner({ owner }), taskId, whenClosed());
    const settled = waiting.catch((error: unknown) => error);
    await eventually('the long poll', () => polls > 0);
    pass(2 * 60_000);
    isOut = true;
    await finish(taskId, { ok: true });
    await untilLost();
    return { settled };
  };

  it('goes on when Temporal answers again', async () => {
    const { settled } = await waitUntilOut();
    isOut = false;

    expect(await within(PROMPTLY_MS, settled)).toMatchObject({ phase: 'succeeded' });
  });

  it('ends after a minute without an answer', async () => {
    const { settled } = await waitUntilOut();
    pass(50_000);
    await untilLost();
    await untilLost();
    pass(11_000);

    expect(await within(PROMPTLY_MS, settled)).toMatchObject({ code: 'unavailable' });
  });
});

describe('cancelling a task that others wait for', () => {
  const isFinal = (task: Task): boolean => isTerminal(rev2025.toStatus(task));

  it('ends their wait even if the workflow ignores it', async () => {
    const { create, owner } = given();
    const { taskId } = await create('ignore_cancellation');
    const process = connectCounted();
    const { signal } = whenClosed();
    const waiting = process.waitFor(asOwner({ owner }), taskId, { signal, until: isFinal });
    await untilUnderWay(1);

    await process.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });

    expect(await within(PROMPTLY_MS, waiting)).toMatchObject({
      phase: 'working',
      cancelRequested: true,
    });
    await untilUnderWay(0);
  });

  it('leaves those waiting who want to see the end of the work', async () => {
    const { create, owner, finish } = given();
    const { taskId } = await create('ignore_cancellation');
    const process = connectCounted();
    const waiting = process.waitFor(asOwner({ owner }), taskId, whenClosed());
    await untilUnderWay(1);

    await process.cancel(asOwner({ owner }), taskId, { protocol: rev2026 });
    await finish(taskId, { done: 'anyway' });

    expect(await within(PROMPTLY_MS, waiting)).toMatchObject({
      phase: 'succeeded',
      cancelRequested: true,
    });
  });
});

describe('more tasks waited for than can be looked at in turn', () => {
  it('are found by one search for all of them when they end', async () => {
    const { create, owner, finish } = given();
    // The first look would be taken after more than a minute.
    const process = connectCounted(0, 0.01);
    const tasks = await Promise.all(Array.from({ length: 3 }, () => create('wait_for_finish')));
    const waiting = tasks.map(({ taskId }) =>
      process.waitFor(asOwner({ owner }), taskId, whenClosed()),
    );
    await eventually('the first search', () => (counted.sent()['ListWorkflowExecutions'] ?? 0) > 0);
    for (const { taskId } of tasks) await finish(taskId, { ok: taskId });

    const ended = await within(PROMPTLY_MS, Promise.all(waiting));
    expect(ended.map(({ phase }) => phase)).toStrictEqual(['succeeded', 'succeeded', 'succeeded']);
    // At the start of each wait, and at its end.
    expect(counted.sent()['DescribeWorkflowExecution']).toBe(6);
  });
});

describe('more tasks waited for than long polls allowed', () => {
  it('are looked at now and then instead', async () => {
    const { create, owner, finish } = given();
    const process = connectCounted(1);
    const tasks = await Promise.all(Array.from({ length: 3 }, () => create('wait_for_finish')));
    const waiting = tasks.map(({ taskId }) =>
      process.waitFor(asOwner({ owner }), taskId, whenClosed()),
    );
    await untilUnderWay(1);
    await eventually(
      'two more looks at the other two',
      () => (counted.sent()['DescribeWorkflowExecution'] ?? 0) >= 7,
    );

    expect(counted.mostUnderWay(HISTORY)).toBe(1);
    for (const { taskId } of tasks) await finish(taskId, { ok: taskId });

    const ended = await within(PROMPTLY_MS, Promise.all(waiting));
    expect(ended.map(({ phase }) => phase)).toStrictEqual(['succeeded', 'succeeded', 'succeeded']);
  });
});
