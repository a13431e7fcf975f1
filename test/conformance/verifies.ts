/* eslint jest/no-export: off, jest/valid-title: off, jest/expect-expect: off -- It makes tests of what test files give it, and holds none. */
import { it } from '@jest/globals';
import type { Client } from '@temporalio/client';

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

  const verifiesOverHttp: Verifications['verifiesOverHttp'] = (ids, title, body) => {
    it(toTitle(title, 'HTTP', ids), async () => {
      const { http, stdio, ...shared } = servers();
      await body({ ...shared, mcp: http, other: stdio });
    });
  };
  const verifiesOverStdio: Verifications['verifiesOverStdio'] = (ids, title, body) => {
    it(toTitle(title, 'stdio', ids), async () => {
      const { http, stdio, ...shared } = servers();
      await body({ ...shared, mcp: stdio, other: http });
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
