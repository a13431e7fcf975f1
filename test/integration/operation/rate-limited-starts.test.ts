import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { connectTemporal } from '../../../src/app/config/connect-temporal.js';
import { asActivityTool } from '../../support/activity-tool.js';
import { createOwned } from '../../support/create-owned.js';
import { hasActivities } from '../../support/standalone-activities.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { startTemporalProxy, type TemporalProxy } from '../../support/temporal-proxy.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

const given = withTasks();
let proxy: TemporalProxy;

beforeAll(async () => {
  const refused = ['StartWorkflowExecution', 'StartActivityExecution'];
  proxy = await startTemporalProxy(temporalAddress(), { refused });
});

afterAll(async () => {
  await proxy.stop();
});

describe('a start that Temporal refuses for its rate', () => {
  it.each(['workflow', ...(hasActivities ? ['activity'] : [])])(
    'says that nothing was started, and when to try again: %s',
    async (kind) => {
      const { connect } = given();
      const { client, pollClient } = connectTemporal({
        connection: { address: proxy.address },
        namespace: 'default',
      });
      const tasks = connect({ client, pollClient });
      const request = await toCreateRequest(given(), 'quick_job');
      const tool =
        kind === 'activity' ? asActivityTool(request.tool, 'giveBackInput') : request.tool;

      await expect(createOwned(tasks, { ...request, tool })).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('nothing was started'),
        retryAfterMs: expect.any(Number),
      });
      await client.connection.close();
      await pollClient.connection.close();
    },
  );
});
