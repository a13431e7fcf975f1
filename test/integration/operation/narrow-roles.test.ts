import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { startMcpServer, temporalAddress } from '../../support/start-mcp-server.js';
import { errorOf } from '../../support/steps/rev2025-task-steps.js';
import { startTemporalProxy, type TemporalProxy } from '../../support/temporal-proxy.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const MANIFEST = `defaults: { workflow: { taskQueue: nobody-${randomUUID()} } }
tools:
  place:
    workflow: { type: place, id: 'order-{id}' }
    description: A.
    input: { type: object, required: [id], properties: { id: { type: string } } }
`;
const DENIED = [
  'DescribeNamespace',
  'ListSearchAttributes',
  'DescribeTaskQueue',
  'ListWorkflowExecutions',
];

let folder: TestFolder;
let proxy: TemporalProxy;

beforeAll(async () => {
  folder = await createTestFolder({ 'tools.yaml': MANIFEST });
  proxy = await startTemporalProxy(temporalAddress(), { denied: DENIED });
});

afterAll(async () => {
  await proxy.stop();
  await folder.remove();
});

const manifest = (): string => join(folder.path, 'tools.yaml');

const check = async (...args: string[]): Promise<CliExit> =>
  runCli(['check', '--manifest', manifest(), ...args]);

describe('check', () => {
  it('goes on past what its role may not ask, and names the permission', async () => {
    const { code, stdout } = await check('--strict', '--address', proxy.address);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {7}Namespace default is reachable/m);
    expect(stdout).toMatch(
      /^unknown {2}whether the Search Attributes .* do not permit OperatorService\.ListSearchAttributes/m,
    );
    expect(stdout).toMatch(/^unknown {2}whether Workers poll .*do not permit DescribeTaskQueue/m);
    expect(stdout).toMatch(/place: whether its Workflow runs .*not permit ListWorkflowExecutions/);
  });

  it('names the commands of Temporal Cloud for a namespace there', async () => {
    const connection = await Connection.connect({ address: temporalAddress() });
    const namespace = `p${randomUUID().slice(0, 8)}.a1b2c`;
    await registerNamespace(connection, namespace);
    await connection.close();

    const { stdout } = await check('--namespace', namespace);

    expect(stdout).toContain(
      `Run: tcld namespace search-attributes add --namespace ${namespace} --search-attribute "McpOwner=Keyword" (or add it in the web UI of Temporal Cloud)`,
    );
    expect(stdout).not.toContain('temporal operator');
  });

  it('says that an API key has turned TLS on, at an address without TLS', async () => {
    const { code, stdout } = await runCli(['check', '--manifest', manifest()], {
      environment: { TEMPORAL_ADDRESS: temporalAddress(), TEMPORAL_API_KEY: 'a-key' },
    });

    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^PROBLEM .*answers without TLS, which TEMPORAL_API_KEY.*TEMPORAL_TLS=false/m,
    );
  });
});

describe('a server', () => {
  it('says that an API key has turned TLS on, when it is asked for its readiness', async () => {
    const server = await startMcpServer({
      taskQueue: 'none',
      environment: { TEMPORAL_API_KEY: 'a-key' },
    });
    try {
      const reason = await eventually('the reason', async () => {
        const answer = await fetch(server.url.replace(/\/mcp$/, '/readyz'));
        const text = await answer.text();
        return text.includes('TLS') ? text : undefined;
      });
      expect(reason).toContain('TEMPORAL_TLS=false');
    } finally {
      await server.stop();
    }
  });

  it('names the call that its role may not make, in the log', async () => {
    const starts = await startTemporalProxy(temporalAddress(), {
      denied: ['StartWorkflowExecution'],
    });
    const server = await startMcpServer({
      taskQueue: 'none',
      environment: { TEMPORAL_ADDRESS: starts.address },
    });
    try {
      await errorOf(
        connectRawHttp(server.url).request('tools/call', {
          name: 'slow_compute',
          arguments: { seconds: 0, label: 'a' },
          task: {},
        }),
      );

      expect(server.log()).toMatch(
        /"reason":"7 PERMISSION_DENIED: Request unauthorized\. \(StartWorkflowExecution\)"/,
      );
    } finally {
      await server.stop();
      await starts.stop();
    }
  });

  it('names the Search Attribute for which a start fails, to client and operator', async () => {
    const namespace = `test-${randomUUID()}`;
    const connection = await Connection.connect({ address: temporalAddress() });
    await registerNamespace(connection, namespace);
    await connection.close();
    const server = await startMcpServer({
      taskQueue: 'none',
      manifest: manifest(),
      environment: { TEMPORAL_NAMESPACE: namespace },
    });
    try {
      const error = await errorOf(
        connectRawHttp(server.url).request('tools/call', {
          name: 'place',
          arguments: { id: '1' },
          task: {},
        }),
      );

      expect(error.message).toContain('has no Search Attribute McpOwner');
      expect(server.log()).toMatch(/"reason":"[^"]*McpOwner/);
    } finally {
      await server.stop();
    }
  });
});
