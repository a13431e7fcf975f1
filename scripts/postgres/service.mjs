/** Runs a Temporal Service in two processes with a frontend each, behind one address. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

import {
  eventually,
  findFreePorts,
  HOST,
  keepRunning,
  STARTED_WITHIN_MS,
  undoLater,
} from './programs.mjs';

const SHARDS = 16;
/** The tests' Search Attributes; see test/support/jest/global-setup.mjs. */
const SEARCH_ATTRIBUTES = {
  McpOwner: 'KEYWORD',
  OrderId: 'KEYWORD',
  Customer: 'KEYWORD',
  Amount: 'DOUBLE',
  DueAt: 'DATETIME',
};

function toStore(databaseName, port, maxConns) {
  const connection = { connectAddr: `${HOST}:${port}`, connectProtocol: 'tcp' };
  const user = { user: 'temporal', password: 'temporal' };
  const pluginName = 'postgres12';
  return { sql: { pluginName, databaseName, ...connection, ...user, maxConns } };
}

/** Off by default. The tests' dev server has it, too; see src/cli/dev-server.ts. */
const PAUSING = '\nfrontend.WorkflowPauseEnabled:\n  - value: true\n';

/** Temporal reads YAML. The caller writes JSON, which is valid YAML. */
function toConfiguration({ dynamic, database, first, ports, metricsPort }) {
  const [frontend, matching, history, worker] = ports;
  const toRpc = ([grpcPort, membershipPort]) => ({
    rpc: { grpcPort, membershipPort, bindOnLocalHost: true },
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: {
        default: toStore('temporal', database, 40),
        visibility: toStore('temporal_visibility', database, 20),
      },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: HOST },
      metrics: {
        prometheus: { timerType: 'histogram', listenAddress: `${HOST}:${metricsPort}` },
      },
    },
    services: {
      frontend: toRpc(frontend),
      matching: toRpc(matching),
      history: toRpc(history),
      worker: toRpc(worker),
    },
    publicClient: { hostPort: `${HOST}:${first}` },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `${HOST}:${first}`,
        },
      },
    },
    dynamicConfigClient: {
      filepath: dynamic,
      pollInterval: '10s',
    },
  };
}

/** Starts one process with all services, and a second one with a frontend only. */
export async function startServices(folder, directory, database) {
  const ports = await findFreePorts(20);
  const [first] = ports;
  const processes = [['frontend', 'matching', 'history', 'worker'], ['frontend']];
  const frontends = [];
  const dynamic = join(directory, 'dynamic.yaml');
  fs.writeFileSync(dynamic, fs.readFileSync(join(folder, 'dynamic.yaml'), 'utf8') + PAUSING);
  for (const [index, services] of processes.entries()) {
    const own = ports.slice(index * 10, index * 10 + 10);
    const [port] = own;
    const pairs = [0, 2, 4, 6].map((at) => own.slice(at, at + 2));
    const configuration = { dynamic, database, first, ports: pairs, metricsPort: own[8] };
    const root = join(directory, `temporal-${index}`);
    fs.mkdirSync(root);
    const content = JSON.stringify(toConfiguration(configuration));
    fs.writeFileSync(join(root, 'development.yaml'), content);
    const flags = services.flatMap((service) => ['--service', service]);
    const where = ['--root', root, '--config', '.', '--env', 'development', '--allow-no-auth'];
    const pidFile = `${root}.pid`;
    const options = { port, log: `${root}.log`, pidFile };
    await keepRunning(join(folder, 'server'), [...where, 'start', ...flags], options);
    frontends.push({ port, pidFile, metrics: `http://${HOST}:${own[8]}/metrics` });
  }
  return frontends;
}

/** Forwards a connection to the first frontend that accepts it. */
function carry(client, [{ port }, ...others]) {
  const upstream = connect(port, HOST);
  let isConnected = false;
  upstream.once('connect', () => {
    isConnected = true;
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => {
    if (isConnected || others.length === 0) client.destroy();
    else carry(client, others);
  });
  client.once('close', () => upstream.destroy());
}

/** Spreads connections over the frontends, as a load balancer does. */
export async function startBalancer(frontends) {
  let turn = 0;
  const balancer = createServer((client) => {
    client.on('error', () => client.destroy());
    const first = turn++ % frontends.length;
    carry(client, [...frontends.slice(first), ...frontends.slice(0, first)]);
  });
  balancer.listen(0, HOST);
  await once(balancer, 'listening');
  undoLater(async () => void balancer.close());
  return `${HOST}:${balancer.address().port}`;
}

/** Registers the namespace and the Search Attributes that tests need. */
export async function prepareNamespace(address) {
  const connection = await Connection.connect({ address, connectTimeout: STARTED_WITHIN_MS });
  const workflowExecutionRetentionPeriod = { seconds: 72 * 3_600 };
  const { workflowService, operatorService } = connection;
  const asked = { namespace: 'default', workflowExecutionRetentionPeriod };
  await eventually(async () => workflowService.registerNamespace(asked).catch(ignoreExisting));
  const { IndexedValueType } = proto.temporal.api.enums.v1;
  const searchAttributes = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [
      name,
      IndexedValueType[`INDEXED_VALUE_TYPE_${type}`],
    ]),
  );
  const added = { namespace: 'default', searchAttributes };
  // The frontends learn of a namespace within seconds, so the first calls may fail.
  await eventually(async () => operatorService.addSearchAttributes(added));
  await eventually(async () => workflowService.describeNamespace({ namespace: 'default' }));
  await connection.close();
}

const ALREADY_EXISTS = 6;
function ignoreExisting(error) {
  if (error.code !== ALREADY_EXISTS) throw error;
}
