import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { OFFICIAL_CLIENTS, type PlainHost } from '../../support/hosts/official-clients.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';

const given = withHostServer();

const OWN_TOOLS = [
  'greet',
  'compute',
  'compute_by_host',
  'compute_once',
  'compute_under_own_id',
  'look_up',
  'confirm_delete',
];
const TASK_TOOLS = ['task_result', 'task_status', 'task_cancel', 'task_list'];
/** Longer than `answerWithin` of `compute`, and shorter than the budget of `compute_by_host`. */
const SECONDS = 2;

describe.each(OFFICIAL_CLIENTS)('a host without tasks, %s,', (_name, connect) => {
  let host: PlainHost;

  beforeAll(async () => {
    host = await connect(given());
    // After this call, SDK clients check structured content against the output schemas.
    await host.listTools();
  });

  afterAll(async () => {
    await host.close();
  });

  /** Calls `task_result` until the task has ended. */
  const collect = async (taskId: unknown) => {
    for (;;) {
      const result = await host.call({ name: 'task_result', arguments: { task_id: taskId } });
      if (result.structuredContent?.['status'] !== 'working') return result;
    }
  };

  it('is offered the tools to go on with', async () => {
    expect(await host.listTools()).toStrictEqual([...OWN_TOOLS, ...TASK_TOOLS]);
  });

  it('has a quick call answered as ever', async () => {
    const result = await host.call({ name: 'greet', arguments: { name: 'Ada' } });

    expect(result).toMatchObject({ content: [{ type: 'text', text: 'Hello, Ada!' }] });
  });

  it('has a call that outlasts the budget answered with a handle, and collects the result', async () => {
    const input = { seconds: SECONDS, label: randomUUID() };
    const [handle, inTime] = await Promise.all([
      host.call({ name: 'compute', arguments: input }),
      host.call({ name: 'compute_by_host', arguments: input }),
    ]);

    expect(handle).not.toHaveProperty('isError');
    expect(handle.structuredContent).toMatchObject({ tool: 'compute', status: 'working' });
    const taskId = String(handle.structuredContent?.['taskId']);
    const text = handle.content?.[0]?.text;
    expect(text).toContain("Don't call compute again");
    expect(text).toContain(`call task_result with {"task_id": "${taskId}", "after": "1-0"}`);

    expect(inTime.structuredContent).toMatchObject(input);
    expect(JSON.stringify(await collect(taskId))).toBe(JSON.stringify(inTime));
    expect(JSON.stringify(await collect(taskId))).toBe(JSON.stringify(inTime));
  });

  it('finds its task, and cancels it', async () => {
    const { structuredContent } = await host.call({
      name: 'compute',
      arguments: { seconds: 600, label: randomUUID() },
    });
    const taskId = String(structuredContent?.['taskId']);

    const listed = await host.call({ name: 'task_list', arguments: {} });
    const status = await host.call({ name: 'task_status', arguments: { task_id: taskId } });
    await host.call({ name: 'task_cancel', arguments: { task_id: taskId } });

    expect(listed.content?.[0]?.text).toContain(taskId);
    expect(status.structuredContent).toMatchObject({ taskId, status: 'working' });
    // The end of a cancelled task depends on the generation: a result, or a protocol error.
    const ended = await collect(taskId).catch((error: unknown) => error);
    expect(JSON.stringify(ended) + String(ended)).toMatch(/cancelled/i);
  });

  it('has a question refused at once that it cannot be asked', async () => {
    const started = Date.now();
    const result = await host.call({ name: 'confirm_delete', arguments: { filename: 'a.txt' } });

    expect(JSON.stringify(result)).toMatch(
      /Did not delete a\.txt.*Nobody was asked \S+Delete a\.txt\?\S+: the client of this call can't show questions/,
    );
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('is told the nearest name for a tool that there is not', async () => {
    await expect(host.call({ name: 'comput', arguments: {} })).rejects.toThrow(
      /Unknown tool: comput\. Did you mean compute\?/,
    );
  });
});
