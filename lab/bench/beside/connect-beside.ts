import { fileURLToPath } from 'node:url';

import { spawnProgram } from '../../spawn-program.js';
import { connectHttp2025, connectHttp2026 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import type { BenchContext } from '../scenario.js';

import { startFastMcp } from './start-fastmcp.js';

const RELAY = fileURLToPath(new URL('relay.js', import.meta.url));
const SDK_SERVER = fileURLToPath(new URL('sdk-memory-server.js', import.meta.url));

/** Connects to the Temporal Client behind Node's HTTP server, until the scenario ends. */
async function connectRelay({ environment, atEnd }: BenchContext): Promise<Peer> {
  const { temporalAddress, unpolledTaskQueue, secret } = environment;
  const relay = await spawnProgram({
    program: RELAY,
    args: [temporalAddress, unpolledTaskQueue],
    environment: { TEMPORAL_MCP_TASKS_SECRET: secret },
    readyWhen: /Listening on (\S+)/,
  });
  atEnd(relay.stop);
  return connectHttp2026(relay.match, { product: 'Temporal Client behind `node:http`' });
}

/** Connects to other servers with tasks, until the scenario ends. */
export async function connectBeside(context: BenchContext): Promise<Peer[]> {
  const { atEnd } = context;
  const sdk = await spawnProgram({
    program: SDK_SERVER,
    args: [],
    readyWhen: /Listening on (\S+)/,
  });
  atEnd(sdk.stop);
  const peers = [
    await connectRelay(context),
    await connectHttp2025(sdk.match, { product: 'MCP SDK, tasks in memory' }),
  ];
  const fastMcp = await startFastMcp(context);
  if ('url' in fastMcp)
    peers.push(connectHttp2026(fastMcp.url, { product: 'FastMCP 4.1, tasks on Redis' }));
  else process.stderr.write(`FastMCP on Redis is left out: ${fastMcp.missing}\n`);
  for (const { close } of peers) atEnd(close);
  return peers;
}
