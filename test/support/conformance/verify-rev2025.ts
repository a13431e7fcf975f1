import { afterAll } from '@jest/globals';
import type { Client } from '@temporalio/client';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
  connectAskedStdio,
} from '../asked-client.js';
import type { RawMcp, RawStdio } from '../raw-mcp.js';
import type { TestServerOptions } from '../start-mcp-server.js';
import { type TestServers, withTestServers } from '../with-test-server.js';

import type { RequirementId } from './requirements-2025-11-25.js';
import { toVerifications, type Verifications, verifyOver } from './verifies.js';

/** The servers of a test, and ways to reach them. */
export interface Peer<Mcp extends RawMcp = RawMcp> {
  /** The server under test. */
  readonly mcp: Mcp;
  /** Another process with the same tasks, on the other transport. */
  readonly other: RawMcp;
  /** The URL of the HTTP server. */
  readonly url: string;
  /** A client of the Temporal Service behind the tasks. */
  readonly temporal: Client;
  /** Options with which the servers were started. */
  readonly options: TestServerOptions;
  /**
   * Connects a client that takes questions, over the transport under test. Tests of a file share the client of equal
   * capabilities, so they select messages by task.
   */
  readonly connectAsked: (capabilities?: object) => Promise<AskedClient>;
}

/** Starts the servers of a test file, and returns the functions that define its tests. Call it once, at the top. */
export function verifyRev2025(): Verifications<RequirementId, Peer, Peer<RawStdio>> {
  const servers = withTestServers();
  const connectAsked = shareAskedClients(servers);

  return toVerifications(
    verifyOver('HTTP', async (body) => {
      const { http, connectStdio, ...shared } = servers();
      const stdio = await connectStdio();
      await body({ ...shared, mcp: http, other: stdio, connectAsked: connectAsked('http') });
    }),
    verifyOver('stdio', async (body) => {
      const { http, connectStdio, ...shared } = servers();
      const stdio = await connectStdio();
      await body({ ...shared, mcp: stdio, other: http, connectAsked: connectAsked('stdio') });
    }),
  );
}

/** Shares one client for each transport and set of capabilities, and closes all after the last test. */
function shareAskedClients(
  servers: () => TestServers,
): (transport: AskedClient['transport']) => Peer['connectAsked'] {
  const clients = new Map<string, Promise<AskedClient>>();
  afterAll(async () => {
    for (const client of clients.values()) await (await client).close();
  });
  return (transport) =>
    async (capabilities = ALL_CAPABILITIES) => {
      const name = `${transport} ${JSON.stringify(capabilities)}`;
      const { url, options } = servers();
      const client =
        clients.get(name) ??
        (transport === 'http'
          ? connectAskedHttp([url], { capabilities })
          : connectAskedStdio(options, capabilities));
      clients.set(name, client);
      return client;
    };
}
