import { describe, expect, it } from '@jest/globals';

import { createWireLog } from '../../support/conformance/wire-log.js';
import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import {
  connectStatelessStdio,
  type StatelessStdio,
  TASKS_EXTENSION,
} from '../../support/raw-mcp-2026.js';
import { initializeParams } from '../../support/raw-mcp.js';
import { errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { call } from '../../support/steps/rev2026-task-steps.js';
import { send, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

/** Runs a test on a server process that nobody has spoken to. */
const overStdio = async (
  test: (stdio: StatelessStdio) => Promise<void>,
  { options, log } = given(),
): Promise<void> => {
  const stdio = connectStatelessStdio(options, log);
  try {
    await test(stdio);
  } finally {
    await stdio.close();
  }
};

describe('a connection over stdio', () => {
  it('is of 2026-07-28 when its first request says so', async () => {
    expect.hasAssertions();
    await overStdio(async (stdio) => {
      const discovered = await resultOf(stdio.request('server/discover'));
      expect(discovered).toMatchObject({
        supportedVersions: ['2026-07-28'],
        capabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      });
      expect(discovered['capabilities']).not.toHaveProperty('tasks');
      expect(await call(stdio, 'greet', { name: 'Ada' })).toMatchObject({
        content: [{ text: 'Hello, Ada!' }],
      });
      expect(await errorOf(stdio.request('tasks/list'))).toHaveProperty('code', -32601);
    });
  });

  it('leaves the work of a call alone when it ends', async () => {
    const { options, log, temporal } = given();
    const stdio = connectStatelessStdio(options, log);
    const before = beforeCall('never_becomes_task');
    // Never answered.
    send(stdio, 'never_becomes_task').catch(() => undefined);
    const workflowId = await findExecution(temporal, options.taskQueue, before);
    await stdio.close();
    const { status, raw } = await temporal.workflow.getHandle(workflowId).describe();

    expect(status.name).toBe('RUNNING');
    expect(raw.workflowExtendedInfo?.cancelRequested).toBeFalsy();
  });

  it('is of 2025-11-25 when its client initializes, also after it has asked what there is', async () => {
    expect.hasAssertions();
    // Of two revisions, which a log of one connection does not tell apart.
    const log = createWireLog(() => [], []);
    const bare = { meta: {} };
    await overStdio(
      async (stdio) => {
        await stdio.request('server/discover');
        const initialized = await resultOf(stdio.request('initialize', initializeParams(), bare));
        expect(initialized).toMatchObject({
          protocolVersion: '2025-11-25',
          capabilities: { tasks: { cancel: {} } },
        });
        expect(initialized['capabilities']).not.toHaveProperty('extensions');
        expect(await resultOf(stdio.request('tasks/list', {}, bare))).toHaveProperty('tasks');
      },
      { ...given(), log },
    );
  });
});

describe('all that was said of subscriptions', () => {
  expectEveryMessageToFit(given);
});
