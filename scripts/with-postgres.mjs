/**
 * `npm run with-postgres [-- COMMAND ARG …]`: runs a command beside a real Temporal Service on PostgreSQL, with two
 * frontends behind one address, which the command finds in TEMPORAL_ADDRESS. Without a command, it runs until Ctrl-C.
 * Needs Go and PostgreSQL; builds the service once, which takes minutes. Nothing of its state is kept.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

/** That of the dev server of the tests. */
const VERSION = 'v1.29.1';
const MODULE = `go.temporal.io/server@${VERSION}`;
const HOST = '127.0.0.1';
const SHARDS = 16;
const STARTED_WITHIN_MS = 120_000;
const BUILT_WITHIN_MS = 30 * 60_000;
/** Of the tests; see test/support/global-setup.mjs. */
const SEARCH_ATTRIBUTES = {
  McpOwner: 'KEYWORD',
  OrderId: 'KEYWORD',
  Customer: 'KEYWORD',
  Amount: 'DOUBLE',
  DueAt: 'DATETIME',
};

const say = (line) => process.stderr.write(`${line}\n`);
const undoing = [];

function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: 'utf8', timeout: BUILT_WITHIN_MS, ...options });
}

/** Builds the service and the tool for its schema, unless they are there. */
function provideServer() {
  const folder = join(homedir(), '.cache', 'temporal-mcp-tasks', `temporal-server-${VERSION}`);
  for (const [program, path] of Object.entries({ server: 'cmd/server', sql: 'cmd/tools/sql' })) {
    if (fs.existsSync(join(folder, program))) continue;
    say(`Building ${program} of ${MODULE} …`);
    fs.mkdirSync(folder, { recursive: true });
    const env = { ...process.env, GOBIN: folder };
    run('go', ['install', MODULE.replace('@', `/${path}@`)], { env, stdio: ['ignore', 2, 2] });
  }
  const { Dir: sources } = JSON.parse(run('go', ['mod', 'download', '-json', MODULE]));
  return { folder, sources };
}

function findPostgres() {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root)
    ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a))
    : [];
  const [newest] = versions.map((version) => join(root, version, 'bin'));
  if (newest) return newest;
  const { stdout, status } = spawnSync('sh', ['-c', 'command -v postgres'], { encoding: 'utf8' });
  if (status === 0) return dirname(stdout.trim());
  throw new Error('PostgreSQL is missing. Install it: apt-get install postgresql.');
}

async function isFree(port) {
  const server = createServer().listen(port, HOST);
  const isOurs = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isOurs) await once(server.close(), 'close');
  return isOurs;
}

/** Temporal keeps its ports in PostgreSQL as `smallint`. */
async function findFreePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(10_000, 32_768);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Starts a program that ends with this one. Its output goes to a file. */
function start(command, args, { log, signal = 'SIGTERM', ...options }) {
  const output = fs.openSync(log, 'a');
  const child = spawn(command, args, { stdio: ['ignore', output, output], ...options });
  const exited = once(child, 'exit');
  undoing.unshift(async () => {
    child.kill(signal);
    await exited;
  });
  const failed = exited.then(() => {
    const lines = fs
      .readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .slice(-3)
      .map((line) => line.slice(0, 300));
    throw new Error(`${command} has ended:\n${lines.join('\n')}`);
  });
  failed.catch((error) => undoing.length > 0 && say(error.message));
  return failed;
}

async function untilListening(port, ended) {
  const isListening = async () => {
    const socket = connect(port, HOST);
    await once(socket, 'connect').finally(() => socket.destroy());
  };
  await Promise.race([eventually(isListening), ended]);
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made. */
function toDatabaseUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(run('id', [flag, 'postgres'])));
  return { uid, gid };
}

async function startPostgres(directory, port) {
  const programs = findPostgres();
  const data = join(directory, 'data');
  const user = toDatabaseUser();
  fs.mkdirSync(data);
  if (user.uid !== undefined) {
    for (const path of [directory, data]) fs.chownSync(path, user.uid, user.gid);
  }
  const init = ['-D', data, '-U', 'temporal', '--auth=trust', '--encoding=UTF8'];
  run(join(programs, 'initdb'), init, { ...user, stdio: 'ignore', cwd: data });
  const settings = ['-c', `listen_addresses=${HOST}`, '-c', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), '-k', data, ...settings];
  // SIGINT ends it without waiting for clients.
  const log = join(directory, 'postgres.log');
  const options = { ...user, log, signal: 'SIGINT', cwd: data };
  await untilListening(port, start(join(programs, 'postgres'), args, options));
}

function createSchema({ folder, sources }, port) {
  const databases = { temporal: 'temporal', temporal_visibility: 'visibility' };
  for (const [database, schema] of Object.entries(databases)) {
    const versions = join(sources, 'schema/postgresql/v12', schema, 'versioned');
    const steps = [['create'], ['setup-schema', '-v', '0.0'], ['update-schema', '-d', versions]];
    for (const step of steps) {
      const connection = ['--plugin', 'postgres12', '--ep', HOST, '-p', String(port)];
      const as = ['-u', 'temporal', '--pw', 'temporal', '--db', database];
      run(join(folder, 'sql'), [...connection, ...as, ...step], { stdio: 'pipe' });
    }
  }
}

function toStore(databaseName, port, maxConns) {
  const connection = { connectAddr: `${HOST}:${port}`, connectProtocol: 'tcp' };
  const user = { user: 'temporal', password: 'temporal' };
  const pluginName = 'postgres12';
  return { sql: { pluginName, databaseName, ...connection, ...user, maxConns } };
}

/** JSON is YAML. */
function toConfiguration({ sources, database, first, ports, metricsPort }) {
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
      filepath: join(sources, 'config/dynamicconfig/development-sql.yaml'),
      pollInterval: '10s',
    },
  };
}

/** Starts one process with all services, and another with a frontend alone. */
async function startServices({ folder, sources }, directory, database) {
  const ports = await findFreePorts(20);
  const [[first]] = [ports];
  const processes = [['frontend', 'matching', 'history', 'worker'], ['frontend']];
  const frontends = [];
  for (const [index, services] of processes.entries()) {
    const own = ports.slice(index * 10, index * 10 + 10);
    const pairs = [0, 2, 4, 6].map((at) => own.slice(at, at + 2));
    const configuration = { sources, database, first, ports: pairs, metricsPort: own[8] };
    const root = join(directory, `temporal-${index}`);
    fs.mkdirSync(root);
    fs.writeFileSync(
      join(root, 'development.yaml'),
      JSON.stringify(toConfiguration(configuration)),
    );
    const flags = services.flatMap((service) => ['--service', service]);
    const where = ['--root', root, '--config', '.', '--env', 'development', '--allow-no-auth'];
    const log = `${root}.log`;
    const args = [...where, 'start', ...flags];
    await untilListening(own[0], start(join(folder, 'server'), args, { log }));
    frontends.push({ port: own[0], metrics: `http://${HOST}:${own[8]}/metrics` });
  }
  return frontends;
}

/** Spreads connections over the frontends, as a load balancer does. */
async function startBalancer(frontends) {
  let turn = 0;
  const balancer = createServer((client) => {
    const { port } = frontends[turn++ % frontends.length];
    const upstream = connect(port, HOST);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  balancer.listen(0, HOST);
  await once(balancer, 'listening');
  undoing.unshift(async () => void balancer.close());
  return `${HOST}:${balancer.address().port}`;
}

async function prepareNamespace(address) {
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
  // The frontends learn of a namespace within seconds.
  await eventually(async () => operatorService.addSearchAttributes(added));
  await eventually(async () => workflowService.describeNamespace({ namespace: 'default' }));
  await connection.close();
}

const ALREADY_EXISTS = 6;
function ignoreExisting(error) {
  if (error.code !== ALREADY_EXISTS) throw error;
}

async function eventually(act) {
  for (const deadline = Date.now() + STARTED_WITHIN_MS; ;) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(500);
    }
  }
}

async function startAll() {
  const server = provideServer();
  const directory = fs.mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-postgres-'));
  undoing.unshift(async () => fs.rmSync(directory, { recursive: true, force: true }));
  const [database] = await findFreePorts(1);
  await startPostgres(directory, database);
  createSchema(server, database);
  const frontends = await startServices(server, directory, database);
  const address = await startBalancer(frontends);
  await prepareNamespace(address);
  say(`Temporal ${VERSION} on PostgreSQL: TEMPORAL_ADDRESS=${address}`);
  for (const { metrics } of frontends) say(`  ${metrics}`);
  return address;
}

async function runCommand([command, ...args], address) {
  const env = { ...process.env, TEMPORAL_ADDRESS: address };
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const [code] = await Promise.race([once(child, 'exit'), stopped.then(() => [1])]);
  return code ?? 1;
}

const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
});
try {
  const address = await startAll();
  const command = process.argv.slice(2);
  if (command.length > 0) process.exitCode = await runCommand(command, address);
  else await stopped;
} finally {
  for (const undo of undoing.splice(0)) await undo();
}
