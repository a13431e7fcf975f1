/** External Storage of Workers in Go and Java, as `payloads-of-python.test.ts` has it in Python. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import {
  type LanguageWorker,
  startLanguageWorker,
} from '../../support/languages/language-workers.js';
import {
  itIn,
  PAYLOADS,
  PREPARATION_TIMEOUT_MS,
} from '../../support/languages/prepare-language.js';
import { readStored } from '../../support/payloads/stored-payloads.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTask, getTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { terminateOpen } from '../../support/with-tasks.js';

const MIB = 1024 * 1024;
/** Less than the limit for arguments. */
const GIVEN = 1_000_000;
const SIZE = 3_000;
const more = 'x'.repeat(SIZE);

describe.each(['go', 'java'] as const)('External Storage of a Worker in %s', (language) => {
  const it = itIn(language);
  const taskQueue = `test-${randomUUID()}`;
  const taskIds: string[] = [];
  const store = mkdtempSync(join(tmpdir(), 'payloads-'));
  let worker: LanguageWorker;
  let connection: Connection;
  let client: Client;
  let server: TestServer;
  let mcp: RawMcp;

  const create = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const taskId = await createTask(mcp, name, { arguments: input });
    taskIds.push(taskId);
    return taskId;
  };
  /** The places of references to the store in a history. */
  const referencesOf = async (taskId: string): Promise<string[]> => {
    const { payloads } = await readStored(client, taskId);
    const references = payloads.filter(({ encoding }) => encoding === 'json/protobuf');
    return references.map(({ path }) => path);
  };
  const act = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
    const result = await resultOf(mcp.request('tools/call', { name, arguments: input }));
    return result['structuredContent'];
  };

  beforeAll(async () => {
    const namespace = `test-${randomUUID()}`;
    connection = await Connection.connect({ address: temporalAddress() });
    client = await registerNamespace(connection, namespace);
    server = await startMcpServer({
      taskQueue,
      manifest: join(PAYLOADS.folder, 'manifest.yaml'),
      environment: { TEMPORAL_NAMESPACE: namespace, PAYLOADS_STORE: store },
      args: ['--data-converter', join(PAYLOADS.folder, 'folder-data-converter.mjs')],
    });
    mcp = connectRawHttp(server.url);
    const environment = { PAYLOADS_STORE: store };
    worker = await startLanguageWorker(language, {
      client,
      taskQueue,
      sources: PAYLOADS,
      environment,
    });
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    await terminateOpen(client, taskIds);
    await Promise.all([worker.stop(), server.stop()]);
    await connection.close();
    rmSync(store, { recursive: true, force: true });
  });

  it('has arguments that the server stored, and gives results above 2 MiB', async () => {
    const taskId = await create('report', { text: 'x'.repeat(GIVEN) });

    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    const [{ text }] = result['content'] as [{ text: string }];
    expect(JSON.parse(text)).toStrictEqual({ report: 'x'.repeat(3 * MIB), given: GIVEN });
    expect(await referencesOf(taskId)).toStrictEqual([
      'workflowExecutionStartedEventAttributes.input.payloads.*',
      'workflowExecutionCompletedEventAttributes.result.payloads.*',
    ]);
  });

  it('gives memos, heartbeats, Queries and Updates, and has arguments of messages', async () => {
    const taskId = await create('show', { size: SIZE });
    const beating = await create('beat', { size: SIZE });

    const texts = [
      [taskId, 'It is packing'],
      [beating, '3 done'],
    ] as const;
    for (const [id, text] of texts) {
      await eventually(text, async () => {
        const { statusMessage } = await getTask(mcp, id);
        return statusMessage === text;
      });
    }
    expect(await act('look', { task_id: taskId })).toStrictEqual({ more });
    expect(await act('count', { task_id: taskId })).toStrictEqual({ more });
    const measured = await act('measure', { task_id: taskId, text: 'x'.repeat(GIVEN) });
    expect(measured).toStrictEqual({ length: GIVEN });

    expect(await referencesOf(taskId)).toStrictEqual([
      'workflowPropertiesModifiedEventAttributes.upsertedMemo.fields.order',
      'activityTaskScheduledEventAttributes.input.payloads.*',
      'workflowExecutionUpdateCompletedEventAttributes.outcome.success.payloads.*',
      'workflowExecutionUpdateAcceptedEventAttributes.acceptedRequest.input.args.payloads.*',
    ]);
    const { options, workflowService } = client;
    const { namespace } = options;
    const { pendingActivities } = await workflowService.describeWorkflowExecution({
      namespace,
      execution: { workflowId: beating },
    });
    const { queryResult } = await workflowService.queryWorkflow({
      namespace,
      execution: { workflowId: taskId },
      query: { queryType: 'look' },
    });
    for (const list of [pendingActivities[0]?.heartbeatDetails, queryResult]) {
      const encoding = list?.payloads?.[0]?.metadata?.['encoding'];
      expect(Buffer.from(encoding ?? []).toString()).toBe('json/protobuf');
    }
  });
});
