/** Anybody who may start a Workflow in a namespace chooses Workflow Types and Task Queues, which `init` and `check` print. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { terminateRunning } from '../../support/open-executions.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

/** Clears the screen, adds a line, turns text around, and hides itself. */
const HOSTILE = '\u001b[2Jevil\nok       all is well\r\u009b31m\u202egnorw\u200b\u2028';
const QUEUE = `${HOSTILE}-${randomUUID()}`;
const PLAIN = `plain-${randomUUID()}`;
/** Everything that a terminal obeys, besides the line breaks of this program. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

let folder: TestFolder;
let connection: Connection;
let client: Client;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await createTestFolder();
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection);
  environment = { TEMPORAL_NAMESPACE: client.options.namespace };
  for (const taskQueue of [QUEUE, PLAIN]) {
    await client.workflow.start(HOSTILE, { taskQueue, workflowId: randomUUID() });
  }
  await eventually('they can be found', async () =>
    (await client.workflow.count()).count > 1 ? true : undefined,
  );
});

afterAll(async () => {
  await terminateRunning(client);
  await connection.close();
  await folder.remove();
});

it('are one line each in what init says', async () => {
  const { stdout, stderr } = await runCli(['init', '--stdout'], { environment });

  expect(`${stdout}${stderr}`).not.toMatch(OBEYED);
  expect(`${stdout}${stderr}`).toMatch(/left out {2}.*evil.*all is well/);
  expect(`${stdout}${stderr}`).not.toMatch(/^ok/m);
});

it.each([
  ['text', []],
  ['JSON', ['--json']],
])('are one line each in the %s of check', async (...[, args]) => {
  const manifest = join(folder.path, 'tools.yaml');
  const workflow = `{ type: another, taskQueue: ${PLAIN} }`;
  await writeFile(manifest, `tools: { a: { workflow: ${workflow} } }`);
  const { stdout, stderr } = await runCli(['check', '--manifest', manifest, ...args], {
    environment,
  });

  expect(stderr).toBe('');
  expect(stdout).not.toMatch(OBEYED);
  expect(stdout).toMatch(/Types seen on Task Queue .*evil/);
  expect(stdout).not.toMatch(/^ok +all is well/m);
});
