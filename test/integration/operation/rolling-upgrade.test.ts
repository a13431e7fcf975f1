/** A rolling upgrade: servers of the last release and of this code answer for the same tasks, side by side. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as workerLibrary from '@temporalio/worker';

import { installRuntime } from '../../../src/worker/install-runtime.js';
import { connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import * as rev2025 from '../../support/steps/rev2025-task-steps.js';
import * as rev2026 from '../../support/steps/rev2026-task-steps.js';
import { keysOf, send } from '../../support/with-rev2026-servers.js';
import { withTestServers } from '../../support/with-test-server.js';

import {
  buildEarlierRelease,
  bundleEarlierWorkflows,
  type EarlierRelease,
  findEarlierCommit,
} from './earlier-release.js';

const commit = findEarlierCommit();
/** A release with other packages installs them first. */
const PREPARED_WITHIN_MS = 400_000;
const KEY = 'temporal-mcp-tasks/idempotency-key';
const CONFIRM = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
const { resultOf } = rev2025;

/** The servers of one release, which share one secret with those of the other. */
interface Release {
  readonly options: TestServerOptions;
  readonly url: string;
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
    const { url } = await startServer(options);
    const log = createWireLog(await createWireCheck(), ['server']);
    const newer = connectStatelessHttp(url, log);
    return { options, url, older: connectRawHttp(url), newer };
  };

  beforeAll(async () => {
    installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
    const earlier = await buildEarlierRelease(commit ?? '');
    releases['the last release'] = await startRelease(earlier);
    releases['this code'] = await startRelease();
    const paths = [
      await bundleEarlierWorkflows(earlier, 'lab/fixtures/workflows/index.ts'),
      await bundleTestWorkflows('fixtures'),
    ];
    bundles = await Promise.all(paths.map(async (path) => readFile(path, 'utf8')));
  }, PREPARED_WITHIN_MS);

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  const release = (name: string): Release => {
    const found = releases[name];
    if (!found) throw new Error('The servers are there in tests only.');
    return found;
  };

  /** Replays a history with the Workflows of both releases. */
  const replay = async (workflowId: string): Promise<void> => {
    const history = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    for (const code of bundles) {
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
  });
});
