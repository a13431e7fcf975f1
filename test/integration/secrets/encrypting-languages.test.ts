/** Workers in other languages that encrypt in the way of Temporal's samples, with one server that has the same keys. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { languageCases } from '../../support/languages/language-cases.js';
import { EXAMPLES_MANIFEST } from '../../support/languages/language-harness.js';
import {
  type LanguageWorker,
  startLanguageWorker,
  taskQueueVariable,
} from '../../support/languages/language-workers.js';
import { PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import { connectStatelessHttp, type StatelessHttp } from '../../support/raw-mcp-2026.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  accept,
  answer,
  createTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { readStored } from '../../support/stored-payloads.js';
import { terminateOpen } from '../../support/with-tasks.js';

const KEYS = 'TEMPORAL_MCP_TASKS_CODEC_KEYS';
/** The key of Temporal's samples. */
const SAMPLE_KEY = 'test-key-id=test-key-test-key-test-key-test!';
/** Its own, since servers without the keys cannot list what is encrypted. */
const secret = `${randomUUID()}${randomUUID()}`;

describe.each(languageCases)('a Worker in $language that encrypts', ({ language, asking }) => {
  const taskQueue = `test-${language}-${randomUUID()}`;
  const taskIds: string[] = [];
  let connection: Connection;
  let client: Client;
  let worker: LanguageWorker;
  let server: TestServer;
  let mcp: StatelessHttp;

  beforeAll(async () => {
    connection = await Connection.connect({ address: temporalAddress() });
    client = new Client({ connection });
    const environment = { [KEYS]: SAMPLE_KEY, [taskQueueVariable(language)]: taskQueue };
    worker = await startLanguageWorker(language, { client, taskQueue, environment });
    server = await startMcpServer({
      taskQueue,
      manifest: EXAMPLES_MANIFEST,
      environment: { ...environment, TEMPORAL_MCP_TASKS_SECRET: secret },
    });
    mcp = connectStatelessHttp(server.url, createWireLog(await createWireCheck(), ['server']));
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => {
    await terminateOpen(client, taskIds);
    await Promise.all([worker.stop(), server.stop()]);
    await connection.close();
  });

  it('reads the arguments, shows its question and gives its result, of which Temporal sees nothing', async () => {
    const { taskId } = await createTask(mcp, asking.tool, asking.arguments);
    taskIds.push(taskId);
    const [asked] = Object.entries(await untilAsked(mcp, taskId));
    const [key, question] = asked ?? ['none'];
    await answer(mcp, taskId, { [key]: accept(asking.yes) });
    const { result } = await untilStatus(mcp, taskId, 'completed');

    expect(question?.params).toMatchObject({ message: asking.message });
    expect(result).toMatchObject({ structuredContent: asking.whenYes });
    const { payloads, text } = await readStored(client, taskId);
    const readable = payloads.filter(({ encoding }) => encoding !== 'binary/encrypted');
    expect(readable).toStrictEqual([]);
    const texts = Object.values(asking.arguments).filter((value) => typeof value === 'string');
    expect(texts.filter((value) => text.includes(value))).toStrictEqual([]);
  });
});
