import { expect, it } from '@jest/globals';

import { runCli } from '../../support/start-cli.js';
import { TEST_MANIFEST } from '../../support/start-mcp-server.js';

/** Checks the test manifest at an address, in an environment with a proxy that nobody runs. */
async function check(address: string): Promise<string> {
  const { stdout } = await runCli(['check', '--manifest', TEST_MANIFEST], {
    environment: {
      http_proxy: 'http://127.0.0.1:9',
      TEMPORAL_ADDRESS: address,
      TEST_TASK_QUEUE: 'unpolled',
    },
  });
  return stdout;
}

it('a proxy of the environment is not asked for Temporal on this machine', async () => {
  expect(await check('127.0.0.1:1')).toContain('no connection (connect ECONNREFUSED 127.0.0.1:1).');
});

it('a proxy that does not connect is named, with the variable that leaves a host out', async () => {
  expect(await check('192.0.2.1:7233')).toContain(
    "no connection. If grpc_proxy, https_proxy or http_proxy is set, name Temporal's host in no_proxy.",
  );
});
