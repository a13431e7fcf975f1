import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';

import { GRACE_WORKFLOW_TYPE } from '../../../src/core/termination-grace.js';
import { installRuntime } from '../../../src/worker/install-runtime.js';
import { systemWorkerOptions } from '../../../src/worker/system-worker.js';
import { type History, listHistories, readHistory } from '../../support/replay/history-files.js';
import { recordHistories } from '../../support/replay/record-histories.js';

const workflowsPath = fileURLToPath(
  new URL('../../../fixtures/workflows/index.ts', import.meta.url),
);

let workflowBundle: WorkflowBundleWithSourceMap;
let systemBundle: WorkflowBundleWithSourceMap;

beforeAll(async () => {
  installRuntime(new DefaultLogger('ERROR'));
  // Once a release: RECORD_HISTORIES=0.2.0. Never over the histories of an earlier one.
  const release = process.env['RECORD_HISTORIES'];
  if (release) await recordHistories(release);
  const logger = new DefaultLogger('ERROR');
  workflowBundle = await bundleWorkflowCode({ workflowsPath, logger });
  systemBundle = await bundleWorkflowCode({ ...systemWorkerOptions(), logger });
});

function replay(history: History, code = workflowBundle.code): Promise<void> {
  const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  return Worker.runReplayHistory({ workflowBundle: { code } }, history, workflowId ?? undefined);
}

/** A Workflow may be open for months: what an earlier release began, this one has to go on with. */
describe('histories of earlier releases', () => {
  it.each(listHistories())('%s replays', async (name) => {
    const { code } = name.startsWith(GRACE_WORKFLOW_TYPE) ? systemBundle : workflowBundle;

    await expect(replay(readHistory(name), code)).resolves.toBeUndefined();
  });

  it('do not replay with code that ends a task without the time of grace', async () => {
    const code = systemBundle.code.replace("outcome === 'ended'", 'outcome');

    expect(code).not.toBe(systemBundle.code);
    await expect(replay(readHistory(`${GRACE_WORKFLOW_TYPE}-0.1.0.json`), code)).rejects.toThrow(
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
    const code = workflowBundle.code.replace('Which colour?', 'What colour?');

    expect(code).not.toBe(workflowBundle.code);
    await expect(replay(readHistory('multiInput-0.1.0.json'), code)).resolves.toBeUndefined();
  });
});
