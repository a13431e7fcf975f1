/* eslint jest/no-export: off, jest/valid-title: off, jest/expect-expect: off, jest/require-top-level-describe: off -- It makes tests of what test files give it, and holds none. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';

import {
  connectStatelessHttp,
  connectStatelessStdio,
  type StatelessHttp,
  type StatelessMcp,
  type StatelessStdio,
} from '../../support/raw-mcp-2026.js';
import type { RawMcp } from '../../support/raw-mcp.js';
import type { TestServerOptions } from '../../support/start-mcp-server.js';
import { createWireCheck } from '../../support/wire-check.js';
import { createWireLog, type WireLog } from '../../support/wire-log.js';
import { withTestServers } from '../../support/with-test-server.js';

import type { RequirementId } from './requirements.js';

/** What a test speaks to. */
export interface Peer<Mcp extends StatelessMcp = StatelessMcp> {
  /** The server under test. */
  readonly mcp: Mcp;
  /** Another process with the same tasks, on the other transport. */
  readonly other: StatelessMcp;
  /** A client of 2025-11-25, over HTTP, of the server that also answers this generation there. */
  readonly old: RawMcp;
  /** Where the HTTP server listens. */
  readonly url: string;
  /** What is behind the tasks. */
  readonly temporal: Client;
  /** How the servers were started. */
  readonly options: TestServerOptions;
  /** Where more connections of a test put their messages. */
  readonly log: WireLog;
}

type Verify<Mcp extends StatelessMcp> = (
  ids: readonly RequirementId[],
  title: string,
  body: (peer: Peer<Mcp>) => Promise<void>,
) => void;

/** The tests of one file, each citing the requirements it verifies. */
export interface Verifications {
  /** A test that runs twice, over Streamable HTTP and over stdio. */
  readonly verifies: Verify<StatelessMcp>;
  readonly verifiesOverHttp: Verify<StatelessHttp>;
  readonly verifiesOverStdio: Verify<StatelessStdio>;
}

function toTitle(title: string, transport: string, ids: readonly RequirementId[]): string {
  return `${title}, over ${transport} (${ids.join(', ')})`;
}

/**
 * Starts the servers of a test file, and returns the ways to write its tests. Called once, at its top.
 *
 * All that the servers say to the peers is validated against the published schemas, and fails the test it is said in.
 */
export function verifyConformance(): Verifications {
  const servers = withTestServers();
  let shared: { log: WireLog; http: StatelessHttp; stdio: StatelessStdio } | undefined;

  beforeAll(async () => {
    const { url, options } = servers();
    const log = createWireLog(await createWireCheck(), ['server']);
    shared = {
      log,
      http: connectStatelessHttp(url, log),
      stdio: connectStatelessStdio(options, log),
    };
  });

  afterAll(async () => {
    await shared?.stdio.close();
  });

  const run = async (
    body: (
      peer: Omit<Peer, 'mcp' | 'other'>,
      peers: { http: StatelessHttp; stdio: StatelessStdio },
    ) => Promise<void>,
  ): Promise<void> => {
    if (!shared) throw new Error('The servers are there in tests only.');
    const { log, http, stdio } = shared;
    const { url, temporal, options, http: old } = servers();
    const known = log.problems().length;
    await body({ log, url, temporal, options, old }, { http, stdio });
    expect(log.problems().slice(known)).toStrictEqual([]);
  };
  const verifiesOverHttp: Verifications['verifiesOverHttp'] = (ids, title, body) => {
    it(toTitle(title, 'HTTP', ids), async () =>
      run(async (peer, { http, stdio }) => body({ ...peer, mcp: http, other: stdio })),
    );
  };
  const verifiesOverStdio: Verifications['verifiesOverStdio'] = (ids, title, body) => {
    it(toTitle(title, 'stdio', ids), async () =>
      run(async (peer, { http, stdio }) => body({ ...peer, mcp: stdio, other: http })),
    );
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
