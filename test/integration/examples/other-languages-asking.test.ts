import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ElicitRequest, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client, Connection } from '@temporalio/client';

import { languageCases } from '../../support/languages/language-cases.js';
import { EXAMPLES_MANIFEST } from '../../support/languages/language-harness.js';
import {
  type LanguageWorker,
  startLanguageWorker,
  taskQueueVariable,
} from '../../support/languages/language-workers.js';
import { LANGUAGES, PREPARATION_TIMEOUT_MS } from '../../support/languages/prepare-language.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';

/** The Task Queue of each language, all of them this file's own. */
const taskQueues = Object.fromEntries(
  LANGUAGES.map((language) => [taskQueueVariable(language), `test-${language}-${randomUUID()}`]),
);

let server: TestServer;
let connection: Connection;
let mcp: McpClient;
let asked: ElicitRequest['params'][];
let answers: Record<string, unknown>[];

/** One server for all languages, as it comes: what it knows of the Workflows is the manifest alone. */
beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  server = await startMcpServer({
    taskQueue: 'none',
    manifest: EXAMPLES_MANIFEST,
    environment: taskQueues,
  });
  mcp = new McpClient(
    { name: 'official-client', version: '0.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  mcp.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    const content = answers.shift();
    return content ? { action: 'accept', content: content as never } : { action: 'decline' };
  });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  await mcp.listTools();
});

afterAll(async () => {
  await mcp.close();
  await server.stop();
  await connection.close();
});

/** Runs a tool as a task, with what the person answers each time; past the last answer they decline. */
async function run(
  { tool, arguments: input }: { readonly tool: string; readonly arguments: object },
  ...given: readonly object[]
): Promise<{ readonly result: unknown; readonly steps: readonly string[] }> {
  asked = [];
  answers = given.map((answer) => ({ ...answer }));
  const steps: string[] = [];
  const call = { name: tool, arguments: { ...input } };
  for await (const message of mcp.experimental.tasks.callToolStream(call, undefined, {
    task: {},
  })) {
    steps.push(message.type === 'taskStatus' ? message.task.status : message.type);
    if (message.type === 'error') throw message.error;
    if (message.type === 'result') return { result: message.result, steps };
  }
  throw new Error(`${tool} gave no result.`);
}

describe.each(languageCases)('a worker in $language', ({ language, asking }) => {
  let worker: LanguageWorker;

  beforeAll(async () => {
    worker = await startLanguageWorker(language, {
      client: new Client({ connection }),
      taskQueue: taskQueues[taskQueueVariable(language)] ?? '',
    });
  }, PREPARATION_TIMEOUT_MS);

  afterAll(async () => worker.stop());

  it('asks the person at an MCP client, and goes on with the answer', async () => {
    const { result, steps } = await run(asking, asking.yes);

    expect(asked).toMatchObject([{ message: asking.message }]);
    expect(steps[0]).toBe('taskCreated');
    expect(result).toMatchObject({
      structuredContent: { ...asking.whenYes, [asking.requester]: 'local' },
    });
  });

  it('never gets an answer that does not fit: the server asks again', async () => {
    const broken = Object.fromEntries(Object.keys(asking.yes).map((name) => [name, 12]));
    const { result } = await run(asking, broken, asking.yes);

    expect(asked).toHaveLength(2);
    expect(asked[1]?.message).toMatch(/does not fit/);
    expect(result).toMatchObject({ structuredContent: asking.whenYes });
  });

  it('asks in a plain call too', async () => {
    asked = [];
    answers = [{ ...asking.yes }];
    const result = await mcp.callTool({ name: asking.tool, arguments: { ...asking.arguments } });

    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ structuredContent: asking.whenYes });
  });

  it('has its questions refused where the client cannot be asked', async () => {
    const mute = new McpClient({ name: 'mute-client', version: '0.0.0' });
    await mute.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    try {
      const call = { name: asking.tool, arguments: { ...asking.arguments } };

      expect(await mute.callTool(call)).toMatchObject({
        structuredContent: { ...asking.whenNo, comment: '' },
      });
    } finally {
      await mute.close();
    }
  });
});
