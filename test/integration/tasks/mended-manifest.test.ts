/** A call after its manifest was mended: it must not join what hangs under the former Workflow Type or Task Queue. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();
let folder: TestFolder;

beforeAll(async () => {
  folder = await createTestFolder({
    'tools.yaml': `tools:
  greet:
    description: Greets.
    workflow: { type: '\${TEST_TYPE}', taskQueue: '\${TEST_QUEUE}' }
    task: { answerWithin: '\${TEST_WAIT}' }
    input: { type: object, properties: { name: { type: string } } }
`,
  });
});

afterAll(async () => folder.remove());

it.each([
  ['Workflow Type', { TEST_TYPE: 'gret' }],
  ['Task Queue', { TEST_QUEUE: `nobody-${randomUUID()}` }],
])('does its work after the %s was mended', async (_what, wrong) => {
  const { options } = given();
  const right = { TEST_TYPE: 'greet', TEST_QUEUE: options.taskQueue };
  const start = async (environment: NodeJS.ProcessEnv): Promise<TestServer> =>
    startMcpServer({
      ...options,
      manifest: `${folder.path}/tools.yaml`,
      environment: { ...options.environment, ...environment },
    });
  const name = randomUUID();
  const call = async ({ url }: TestServer): Promise<string> =>
    JSON.stringify(
      await connectRawHttp(url).request('tools/call', { name: 'greet', arguments: { name } }),
    );

  const before = await start({ ...right, ...wrong, TEST_WAIT: '1s' });
  const handle = await call(before);
  await before.stop();
  const after = await start({ ...right, TEST_WAIT: '50s' });
  const result = await call(after);
  await after.stop();

  expect(handle).toContain('is still running');
  expect(result).toContain(`Hello, ${name}!`);
  await given()
    .temporal.workflow.getHandle(/mcp-[a-z0-9]{20}-[a-z0-9]+/.exec(handle)?.[0] ?? '')
    .terminate();
});
