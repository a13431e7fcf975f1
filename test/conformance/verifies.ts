/* eslint jest/no-export: off, jest/valid-title: off, jest/expect-expect: off -- It makes tests of what test files give it, and holds none. */
import { afterAll, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import {
  ALL_CAPABILITIES,
  type AskedClient,
  connectAskedHttp,
  connectAskedStdio,
} from '../support/asked-client.js';
import type { RawMcp, RawStdio } from '../support/raw-mcp.js';
import type { TestServerOptions } from '../support/start-mcp-server.js';
import { withTestServers } from '../support/with-test-server.js';

import type { RequirementId } from './requirements.js';

/** What a test speaks to. */
export interface Peer<Mcp extends RawMcp = RawMcp> {
  /** The server under test. */
  readonly mcp: Mcp;
  /** Another process with the same tasks, on the other transport. */
  readonly other: RawMcp;
  /** Where the HTTP server listens. */
  readonly url: string;
  /** What is behind the tasks. */
  readonly temporal: Client;
  /** How the servers were started. */
  readonly options: TestServerOptions;
  /**
   * Connects a client that can be asked something, over the transport under test. Tests of one file that give the
   * same capabilities share one: messages have to be told apart by their task.
   */
  readonly connectAsked: (capabilities?: object) => Promise<AskedClient>;
}

type Verify<Mcp extends RawMcp> = (
  ids: readonly RequirementId[],
  title: string,
  body: (peer: Peer<Mcp>) => Promise<void>,
) => void;

/** The tests of one file, each citing the requirements it verifies. */
export interface Verifications {
  /** A test that runs twice, over Streamable HTTP and over stdio. */
  readonly verifies: Verify<RawMcp>;
  readonly verifiesOverHttp: Verify<RawMcp>;
  readonly verifiesOverStdio: Verify<RawStdio>;
}

function toTitle(title: string, transport: string, ids: readonly RequirementId[]): string {
  return `${title}, over ${transport} (${ids.join(', ')})`;
}

/** Starts the servers of a test file, and returns the ways to write its tests. Called once, at its top. */
export function verifyConformance(): Verifications {
  const servers = withTestServers();
  const askedClients = new Map<string, Promise<AskedClient>>();
  afterAll(async () => {
    for (const client of askedClients.values()) await (await client).close();
  });
  const connectAsked =
    (transport: AskedClient['transport']): Peer['connectAsked'] =>
    async (capabilities = ALL_CAPABILITIES) => {
      const name = `${transport} ${JSON.stringify(capabilities)}`;
      const { url, options } = servers();
      const client =
        askedClients.get(name) ??
        (transport === 'http'
          ? connectAskedHttp([url], { capabilities })
          : connectAskedStdio(options, capabilities));
      askedClients.set(name, client);
      return client;
    };

  const verifiesOverHttp: Verifications['verifiesOverHttp'] = (ids, title, body) => {
    it(toTitle(title, 'HTTP', ids), async () => {
      const { http, stdio, ...shared } = servers();
      await body({ ...shared, mcp: http, other: stdio, connectAsked: connectAsked('http') });
    });
  };
  const verifiesOverStdio: Verifications['verifiesOverStdio'] = (ids, title, body) => {
    it(toTitle(title, 'stdio', ids), async () => {
      const { http, stdio, ...shared } = servers();
      await body({ ...shared, mcp: stdio, other: http, connectAsked: connectAsked('stdio') });
    });
  };
  return {
    verifies: (ids, title, body) => {
      verifiesOverHttp(ids, title, body);
      verifiesOverStdio(ids, title, body);
    },
    verifiesOverHttp,
    verifiesOverStdio,
  };
}
