/** Anybody who may start a Workflow in a namespace chooses Workflow Types and Task Queues, which `init` prints. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { terminateRunning } from '../../support/open-executions.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

/** Clears the screen, adds a line, turns text around, and hides itself. */
const HOSTILE = '\u001b[2Jevil\nok       all is well\r\u009b31m\u202egnorw\u200b\u2028';
const QUEUE = `${HOSTILE}-${randomUUID()}`;
/** Everything that a terminal obeys, besides the line breaks of this program. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

let connection: Connection;
let client: Client;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection);
  environment = { TEMPORAL_NAMESPACE: client.options.namespace };
  await client.workflow.start(HOSTILE, { taskQueue: QUEUE, workflowId: randomUUID() });
  await eventually('it can be found', async () =>
    (await client.workflow.count()).count > 0 ? true : undefined,
  );
});

afterAll(async () => {
  await terminateRunning(client);
  await connection.close();
});

it('are one line each in what init says', async () => {
  const { stdout, stderr } = await runCli(['init', '--stdout'], { environment });

  expect(`${stdout}${stderr}`).not.toMatch(OBEYED);
  expect(`${stdout}${stderr}`).toMatch(/left out {2}.*evil.*all is well/);
  expect(`${stdout}${stderr}`).not.toMatch(/^ok/m);
});
