import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from '@jest/globals';
import * as workerLibrary from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';

import { COMPANION_WORKFLOW_TYPE } from '../../../src/core/companion/companion.js';
import { JOB_WORKFLOW_TYPE } from '../../../src/jobs/contract/job-contract.js';
import { installRuntime } from '../../../src/worker/install-runtime.js';
import { type History, listHistories, readHistory } from '../../support/replay/history-files.js';
import { recordHistories } from '../../support/replay/record-histories.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';

let fixturesCode: string;
let systemCode: string;

beforeAll(async () => {
  installRuntime(workerLibrary, new workerLibrary.DefaultLogger('ERROR'));
  // Once a release: RECORD_HISTORIES=0.2.0. Never over the histories of an earlier one.
  const release = process.env['RECORD_HISTORIES'];
  if (release) await recordHistories(release);
  fixturesCode = await readFile(await bundleTestWorkflows('fixtures'), 'utf8');
  systemCode = await readFile(await bundleTestWorkflows('system'), 'utf8');
});

function replay(history: History, code = fixturesCode): Promise<void> {
  const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  return workerLibrary.Worker.runReplayHistory(
    { workflowBundle: { code } },
    history,
    workflowId ?? undefined,
  );
}

/** A Workflow may be open for months: what an earlier release began, this one has to go on with. */
describe('histories of earlier releases', () => {
  it.each(listHistories())('%s replays', async (name) => {
    const system = [COMPANION_WORKFLOW_TYPE, JOB_WORKFLOW_TYPE];
    const isSystem = system.some((type) => name.startsWith(type));
    const code = isSystem ? systemCode : fixturesCode;

    await expect(replay(readHistory(name), code)).resolves.toBeUndefined();
  });

  it.each([
    ['ends a task without the time of grace', "=== 'asked' ?", "=== 'ended' ?"],
    ['looks at a task that is over', "looked.end !== 'over' &&", "looked.end === 'over' &&"],
    ['posts nothing', 'posts.add(notice)', 'void notice'],
  ])('do not replay with code that %s', async (_, own, other) => {
    const code = systemCode.replace(own, other);

    expect(code).not.toBe(systemCode);
    await expect(
      replay(readHistory(`${COMPANION_WORKFLOW_TYPE}-0.1.0.json`), code),
    ).rejects.toThrow(DeterminismViolationError);
  });

  it('do not replay with code that starts a job again before it looks for it', async () => {
    const code = systemCode.replace("if (kind === 'unknown')", 'if (false)');

    expect(code).not.toBe(systemCode);
    await expect(replay(readHistory(`${JOB_WORKFLOW_TYPE}-0.1.0.json`), code)).rejects.toThrow(
      DeterminismViolationError,
    );
  });

  it('do not replay with code that asks otherwise', async () => {
    const changed = readHistory('confirmDelete-0.1.0.json', (text) =>
      text.replaceAll('"confirmDelete"', '"multiInput"'),
    );

    await expect(replay(changed)).rejects.toThrow(DeterminismViolationError);
  });

  it('replay with code that asks the same in other words', async () => {
    const code = fixturesCode.replace('Which colour?', 'What colour?');

    expect(code).not.toBe(fixturesCode);
    await expect(replay(readHistory('multiInput-0.1.0.json'), code)).resolves.toBeUndefined();
  });
});
