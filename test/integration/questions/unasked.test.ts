/** A task whose client cannot be asked says so with its result, as a plain call does. */
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { connectAskedHttp } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/manifests/tool-results.yaml', import.meta.url),
);

const given = withTestServers(MANIFEST);

const CALL = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };
const NOTED =
  /^Did not delete a\.txt.*Nobody was asked "Delete a\.txt\?": the client of this call can't show questions\. Call confirm_delete in a client that can\.\)$/s;

const noted = { content: [{ type: 'text', text: expect.stringMatching(NOTED) }] };

describe('the result of a task that nobody was asked about', () => {
  it('says so in tasks/result of 2025-11-25, and to every later reader', async () => {
    const mute = await connectAskedHttp([given().url], { capabilities: {} });
    const created = await resultOf(mute.request('tools/call', { ...CALL, task: {} }));
    const { taskId } = created['task'] as { taskId: string };

    expect(await resultOf(mute.request('tasks/result', { taskId }))).toMatchObject(noted);
    const read = { name: 'task_result', arguments: { task_id: taskId } };
    expect(await resultOf(given().http.request('tools/call', read))).toMatchObject(noted);
    await mute.close();
  });

  it('says so in a task of 2026-07-28', async () => {
    const log = createWireLog(await createWireCheck(), ['server']);
    const mcp = connectStatelessHttp(given().url, log);
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    const { taskId } = await resultOf(mcp.request('tools/call', CALL, { capabilities }));
    const task = await eventually('the task has ended', async () => {
      const read = await resultOf(mcp.request('tasks/get', { taskId }, { capabilities }));
      return read['status'] === 'completed' ? read : undefined;
    });

    expect(task['result']).toMatchObject(noted);
  });
});
