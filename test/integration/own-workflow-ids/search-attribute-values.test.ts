/** Arguments as values of Search Attributes of each type. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';

import { IndexedValueType } from '../../../src/temporal/link/proto-enums.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTask, errorOf } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const {
  INDEXED_VALUE_TYPE_DATETIME: DATETIME,
  INDEXED_VALUE_TYPE_INT: INT,
  INDEXED_VALUE_TYPE_DOUBLE: DOUBLE,
  INDEXED_VALUE_TYPE_BOOL: BOOL,
  INDEXED_VALUE_TYPE_KEYWORD_LIST: KEYWORD_LIST,
  INDEXED_VALUE_TYPE_KEYWORD: KEYWORD,
} = IndexedValueType;
const TYPES = { DATETIME, INT, DOUBLE, BOOL, KEYWORD_LIST, KEYWORD };
type TypeName = keyof typeof TYPES;
const names = Object.keys(TYPES) as TypeName[];

const namespace = `values-${randomUUID()}`;
let connection: Connection;
let folder: TestFolder;
let server: TestServer;
let client: RawMcp;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  await registerNamespace(connection, namespace);
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(names.map((name) => [`Is_${name}`, TYPES[name]])),
  });
  const tools = names.map(
    (name) => `  set_${name}:
    description: Sets it.
    workflow: { type: nothing, taskQueue: nobody, searchAttributes: { Is_${name}: '{v}' } }
    task: { joinRepeats: false }
    input: { type: object, properties: { v: {} } }
`,
  );
  folder = await createTestFolder({ 'tools.yaml': `tools:\n${tools.join('')}` });
  server = await startMcpServer({
    taskQueue: 'nobody',
    manifest: `${folder.path}/tools.yaml`,
    environment: { TEMPORAL_NAMESPACE: namespace },
  });
  client = connectRawHttp(server.url);
});

afterAll(async () => {
  await server.stop();
  await folder.remove();
  await connection.close();
});

const read = async (taskId: string, name: TypeName): Promise<unknown> => {
  const { workflowExecutionInfo } = await connection.workflowService.describeWorkflowExecution({
    namespace,
    execution: { workflowId: taskId },
  });
  const { data } = workflowExecutionInfo?.searchAttributes?.indexedFields?.[`Is_${name}`] ?? {};
  return data ? JSON.parse(Buffer.from(data).toString()) : undefined;
};

describe('a Search Attribute', () => {
  it.each<[TypeName, unknown, unknown]>([
    ['DATETIME', '2026-11-26T10:00:00Z', '2026-11-26T10:00:00Z'],
    ['DATETIME', '2026-11-26 10:00:00Z', '2026-11-26T10:00:00Z'],
    ['DATETIME', '2026-11-26T10:00:00+0200', '2026-11-26T10:00:00+02:00'],
    ['DATETIME', '2026-11-26t10:00:00z', '2026-11-26T10:00:00Z'],
    ['DATETIME', '2026-11-26T10:00+02:00', '2026-11-26T10:00:00+02:00'],
    ['DATETIME', '2026-11-26T23:59:60Z', '2026-11-27T00:00:00.000Z'],
    ['DATETIME', '2026-11-26', '2026-11-26T00:00:00Z'],
    ['INT', '5', 5],
    ['INT', 5, 5],
    ['INT', '-7.0', -7],
    ['DOUBLE', '5.5', 5.5],
    ['DOUBLE', 5, 5],
    ['BOOL', 'true', true],
    ['BOOL', false, false],
    ['KEYWORD_LIST', 'a', ['a']],
    ['KEYWORD_LIST', ['a', 1], ['a', '1']],
    ['KEYWORD_LIST', '', ['']],
    ['KEYWORD', '', ''],
    ['KEYWORD', 7, '7'],
    ['KEYWORD', true, 'true'],
  ])('of type %s takes %j', async (name, v, taken) => {
    const taskId = await createTask(client, `set_${name}`, { arguments: { v } });

    expect(await read(taskId, name)).toStrictEqual(taken);
  });

  it.each<[TypeName, unknown, string]>([
    ['DATETIME', 'soon', 'a date with its time and zone, such as 2026-02-28T09:30:00Z'],
    ['DATETIME', '2026-11-26T10:00:00', 'a date with its time and zone'],
    ['DATETIME', 7, 'a date with its time and zone'],
    ['INT', 5.5, 'a whole number'],
    ['INT', '1e20', 'a whole number'],
    ['INT', '', 'a whole number'],
    ['DOUBLE', 'x', 'a number'],
    ['BOOL', 'yes', 'true or false'],
  ])('of type %s refuses %j by the name of the argument', async (name, v, words) => {
    const request = client.request('tools/call', {
      name: `set_${name}`,
      arguments: { v },
      task: {},
    });
    const error = await errorOf(request);

    expect(error.code).toBe(-32602);
    expect(error.message).toContain(`Invalid arguments for set_${name}: /v must be ${words}`);
    expect(error.message).toContain(`for the Search Attribute Is_${name}.`);
  });
});
