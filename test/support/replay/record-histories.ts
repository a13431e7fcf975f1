import { openTaskHarness, type TaskHarness, type TaskUnderTest } from '../task-harness.js';

import { writeHistory } from './history-files.js';
import { recordCompanion } from './record-companion.js';
import { recordJob } from './record-job.js';

const yes = { action: 'accept', content: { confirm: true } };
const no = { action: 'decline' };

/** Steps for each Workflow. They cover every path through the helper that changes a history. */
const scenarios: Readonly<Record<string, (tasks: TaskHarness) => Promise<TaskUnderTest>>> = {
  async confirmDelete(tasks) {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt', deadlineMs: 600_000 });
    await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept' } });
    await task.untilOpen('i2');
    await task.answer({ i2: yes });
    return task;
  },
  async multiInput(tasks) {
    const task = await tasks.start('multiInput');
    await task.untilOpen('i1', 'i2');
    await task.answer({ i2: { action: 'accept', content: { size: 5 } }, i9: no });
    await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept', content: { colour: 'red' } } });
    return task;
  },
  async askWithZod(tasks) {
    const task = await tasks.start('askWithZod');
    const content = { email: 'a@b.example', amount: 3, code: 'A-1' };
    await task.untilOpen('i1');
    await task.answer({ i1: { action: 'accept', content: { ...content, code: 'B' } } });
    await task.untilOpen('i2');
    await task.answer({ i2: { action: 'accept', content } });
    return task;
  },
  async askInScope(tasks) {
    const task = await tasks.start('askInScope');
    await task.untilOpen('i1');
    await task.proceed();
    await task.untilOpen('i2');
    await task.answer({ i2: no });
    return task;
  },
  /** Records the last run, which begins with the state that the first run handed on. */
  async askAcrossRuns(tasks) {
    const task = await tasks.start('askAcrossRuns', { runs: 1 });
    await task.untilOpen('i1', 'i2');
    await task.proceed();
    await task.untilOpen('i2');
    await task.answer({ i2: yes });
    await task.untilOpen('i3');
    await task.answer({ i3: no });
    return task;
  },
  async askFromChildren(tasks) {
    const task = await tasks.start('askFromChildren', { children: [{ message: 'Left?' }] });
    await task.untilOpen('c1.i1');
    await task.answer({ 'c1.i1': yes });
    await task.untilOpen('i1');
    await task.answer({ i1: no });
    return task;
  },
  async askFromChild(tasks) {
    const task = await tasks.start('askFromChildren', { children: [{ message: 'Left?' }] });
    await task.untilOpen('c1.i1');
    await task.answer({ 'c1.i1': yes });
    await task.untilOpen('i1');
    return tasks.get(`${task.handle.workflowId}/child-0`);
  },
  async reportOften(tasks) {
    const task = await tasks.start('reportOften', { reports: 6, burst: 2, pauseMs: 10 });
    await task.until('the last report', ({ progress }) => progress?.progress === 6);
    await task.proceed();
    return task;
  },
  async waitForAnswer(tasks) {
    const task = await tasks.start('waitForAnswer', { opening: 'afterProceed' });
    const cancel = { reason: 'Enough', by: 'client', at: '2026-01-05T09:00:00.000Z' };
    await task.handle.signal('mcp.task.cancel', cancel);
    await task.proceed();
    await task.untilOpen('i1');
    await task.handle.cancel();
    await task.answer({ i1: no });
    return task;
  },
};

/** Runs every scenario once and stores its history as `<Workflow Type>-<release>.json`. */
export async function recordHistories(release: string): Promise<void> {
  const tasks = await openTaskHarness();
  try {
    for (const [workflowType, run] of Object.entries(scenarios)) {
      const { handle } = await run(tasks);
      await handle.result();
      writeHistory(`${workflowType}-${release}.json`, await handle.fetchHistory());
    }
    writeHistory(`accompanyTask-${release}.json`, await recordCompanion(tasks));
    writeHistory(`runJob-${release}.json`, await recordJob(tasks));
  } finally {
    await tasks.close();
  }
}
