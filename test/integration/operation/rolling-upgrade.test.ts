/** A rolling upgrade: servers of the last release and of this code answer for the same tasks, side by side. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as workerLibrary from '@temporalio/worker';

import { SUBSCRIPTION_WORKFLOW_TYPE } from '../../../src/core/event/event-delivery.js';
import { installRuntime } from '../../../src/worker/install-runtime.js';
import { connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import {
  buildEarlierRelease,
  bundleEarlierWorkflows,
  type EarlierRelease,
  findEarlierCommit,
} from '../../support/earlier-release.js';
import { connectEventHttp } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';
import { startDelivery } from '../../support/start-delivery.js';
import {
  EVENTS_MANIFEST,
  startMcpServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import * as rev2025 from '../../support/steps/rev2025-task-steps.js';
import * as rev2026 from '../../support/steps/rev2026-task-steps.js';
import { startReceiver } from '../../support/webhook-receiver.js';
import { keysOf, send } from '../../support/with-rev2026-servers.js';
import { withTestServers } from '../../support/with-test-server.js';

const commit = findEarlierCommit();
/** A release with other packages installs them first. */
const PREPARED_WITHIN_MS = 400_000;
const KEY = 'temporal-mcp-tasks/idempotency-key';
const CONFIRM = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
const { resultOf } = rev2025;

/** The servers of one release, which share one secret with those of the other. */
interface Release {
  readonly options: TestServerOptions;
  readonly eventOptions: TestServerOptions;
  readonly url: string;
  /** Of a server that has events. */
  readonly eventsUrl: string;
  readonly older: RawMcp;
  readonly newer: StatelessHttp;
}

const describeUpgrade = commit === undefined ? describe.skip : describe;
const why = commit === undefined ? ' (skipped: git has no earlier release here)' : '';

describeUpgrade(`a rolling upgrade${why}`, () => {
  const given = withTestServers();
  const servers: TestServer[] = [];
  const releases: Record<string, Release> = {};
  let bundles: readonly string[];

  const startServer = async (options: TestServerOptions): Promise<TestServer> => {
    const server = await startMcpServer(options);
    servers.push(server);
    return server;
  };

  const startRelease = async (earlier?: EarlierRelease): Promise<Release> => {
    const { options: shared } = given();
    const options = {
      ...shared,
      ...(earlier && {
        cli: earlier.cli,
        manifest: earlier.pathOf('test/support/test-manifest.yaml'),
      }),
    };
    const manifest = earlier?.pathOf('test/support/events-manifest.yaml') ?? EVENTS_MANIFEST;
    const eventOptions = { ...options, manifest };
    const { url } = await startServer(options);
    const { url: eventsUrl } = await startServer(eventOptions);
    const log = createWireLog(await createWireCheck(), ['server']);
    const newer = connectStatelessHttp(url, log);
    return { options, eventOptions, url, eventsUrl, older: connectRawHttp(url), newer };
  };

  beforeAll(async () => {
    installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
    const earlier = await buildEarlierRelease(commit ?? '');
    releases['the last release'] = await startRelease(earlier);
    releases['this code'] = await startRelease();
    const paths = [
      await bundleEarlierWorkflows(earlier, 'lab/fixtures/workflows/index.ts'),
      await bundleTestWorkflows('fixtures'),
      await bundleEarlierWorkflows(earlier, 'src/worker/system-workflows/index.ts'),
      await bundleTestWorkflows('system'),
    ];
    bundles = await Promise.all(paths.map(async (path) => readFile(path, 'utf8')));
  }, PREPARED_WITHIN_MS);

  let delivering: { readonly name: string; readonly stop: () => Promise<void> } | undefined;

  /** Has a release deliver events: it begins before the other one stops. */
  const deliverBy = async (name: string): Promise<void> => {
    if (delivering?.name === name) return;
    const { stop } = await startDelivery(release(name).eventOptions);
    await delivering?.stop();
    delivering = { name, stop };
  };

  afterAll(async () => {
    await Promise.all([delivering?.stop(), ...servers.map((server) => server.stop())]);
  });

  const release = (name: string): Release => {
    const found = releases[name];
    if (!found) throw new Error('The servers are there in tests only.');
    return found;
  };

  /** Replays a history with the Workflows of both releases. */
  const replay = async (
    workflowId: string,
    kind: 'fixtures' | 'system' = 'fixtures',
  ): Promise<void> => {
    const history = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    const codes = kind === 'fixtures' ? bundles.slice(0, 2) : bundles.slice(2);
    for (const code of codes) {
      await workerLibrary.Worker.runReplayHistory(
        { workflowBundle: { code } },
        history,
        workflowId,
      );
    }
  };

  describe.each([
    ['the last release', 'this code'],
    ['this code', 'the last release'],
  ])('from %s to %s', (first, second) => {
    it('answers and collects a task of 2026-07-28, and its history replays with both', async () => {
      const [from, to] = [release(first), release(second)];
      const { taskId } = await rev2026.createTask(from.newer, CONFIRM.name, CONFIRM.arguments);
      const asked = await rev2026.untilAsked(from.newer, taskId);

      expect(await rev2026.untilAsked(to.newer, taskId)).toStrictEqual(asked);
      const [key = ''] = Object.keys(asked);
      await rev2026.answer(to.newer, taskId, { [key]: YES });
      const ended = await rev2026.untilStatus(to.newer, taskId, 'completed');
      expect(await rev2026.getTask(from.newer, taskId)).toStrictEqual(ended);
      await expect(replay(taskId)).resolves.toBeUndefined();
    });

    it('takes the answer to a question on a stream of 2025-11-25, and a wait whose server stops', async () => {
      const [from, to] = [release(first), release(second)];
      const leaving = await startServer(from.options);
      const client = await connectAskedHttp([leaving.url]);
      const { taskId } = (await resultOf(
        client.request('tools/call', { ...CONFIRM, task: {} }),
      ).then(({ task }) => task)) as { readonly taskId: string };
      const wait = client.open('tasks/result', { taskId });
      const [question] = await untilAsked(client, { taskId });
      await leaving.stop();
      expect(await wait.reply).toHaveProperty('error.code', -32603);

      const { sessionId } = client;
      const moved = await connectAskedHttp([to.url], { sessionId });
      const again = moved.open('tasks/result', { taskId });
      await moved.send({ id: question.id, result: YES });
      expect(await resultOf(again.reply)).not.toHaveProperty('isError', true);
      await Promise.all([client.close(), moved.close()]);
      await expect(replay(taskId)).resolves.toBeUndefined();
    });

    it('lists and cancels tasks of 2025-11-25', async () => {
      const [from, to] = [release(first), release(second)];
      const taskId = await rev2025.createTask(from.older, 'wait_for_finish');
      const listed = await eventually('the task in the list', async () =>
        (await rev2025.listAllTasks(to.older)).find((task) => task.taskId === taskId),
      );

      expect(listed).toStrictEqual(await rev2025.getTask(from.older, taskId));
      await resultOf(to.older.request('tasks/cancel', { taskId }));
      expect(await rev2025.getTask(from.older, taskId)).toHaveProperty('status', 'cancelled');
    });

    it('takes the state of a plain call, and confirmations before the start', async () => {
      const [from, to] = [release(first), release(second)];
      const capabilities = NO_EXTENSION;
      const calls = [
        { name: CONFIRM.name, args: CONFIRM.arguments },
        { name: 'greet_if_confirmed', args: { name: 'Ada' } },
      ];
      for (const { name, args } of calls) {
        const asked = await resultOf(send(from.newer, name, args, { capabilities }));
        const inputResponses = { [keysOf(asked)[0] ?? '']: YES };
        const params = { requestState: asked['requestState'], inputResponses };
        const done = await resultOf(send(to.newer, name, args, { capabilities, params }));

        expect([name, done['resultType'], done['isError'] ?? false]).toStrictEqual([
          ...[name, 'complete', false],
        ]);
      }
    });

    it('joins a call that is repeated with its key', async () => {
      const [from, to] = [release(first), release(second)];
      const call = { name: 'wait_for_finish', _meta: { [KEY]: randomUUID() } };
      const taskId = await rev2025.createTask(from.older, call.name, call);

      expect(await rev2025.createTask(to.older, call.name, call)).toBe(taskId);
    });

    it('goes on with the position of a poll and with a webhook, and its history replays with both', async () => {
      const [from, to] = [release(first), release(second)];
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const receiver = await startReceiver(secret);
      const peers = [from, to].map(({ eventsUrl }) => connectEventHttp(eventsUrl, true));
      const [before, after] = peers;
      if (!before || !after) throw new Error('There are two servers.');
      const polling = { name: 'task.finished', arguments: {} };
      const params = {
        ...polling,
        cursor: null,
        delivery: { mode: 'webhook', url: receiver.url, secret },
      };
      const end = async (): Promise<string> => {
        const taskId = await before.start('wait_for_finish');
        await rev2025.finish(given().temporal, taskId, 'done');
        return taskId;
      };
      await deliverBy(first);
      try {
        const { cursor } = await resultOf(
          before.request('events/poll', { ...polling, cursor: null }),
        );
        const { id } = await resultOf(before.request('events/subscribe', params));
        const taskIds = [await end()];
        await receiver.untilEvents(1);
        await deliverBy(second);
        taskIds.push(await end());
        const events = await receiver.untilEvents(2);

        expect(events.map(({ body, isSigned }) => [body['data'], isSigned])).toMatchObject(
          taskIds.map((taskId) => [{ taskId, status: 'completed' }, true]),
        );
        const polled = await eventually('both events in a poll', async () => {
          const result = await resultOf(after.request('events/poll', { ...polling, cursor }));
          return (result['events'] as object[]).length === 2 ? result['events'] : undefined;
        });
        expect(polled).toMatchObject(taskIds.map((taskId) => ({ data: { taskId } })));
        expect(await resultOf(after.request('events/subscribe', params))).toHaveProperty('id', id);
        await resultOf(after.request('events/unsubscribe', params));
        await expect(replay(await subscriptionOf(String(id)), 'system')).resolves.toBeUndefined();
      } finally {
        await receiver.close();
      }
    });
  });

  /** The Workflow Execution of a subscription. */
  const subscriptionOf = async (id: string): Promise<string> => {
    const query = `WorkflowType = '${SUBSCRIPTION_WORKFLOW_TYPE}'`;
    return eventually('the execution of the subscription', async () => {
      for await (const { workflowId } of given().temporal.workflow.list({ query })) {
        if (workflowId.endsWith(id)) return workflowId;
      }
      return undefined;
    });
  };
});
