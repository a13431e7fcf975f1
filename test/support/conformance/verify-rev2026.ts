import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Client } from '@temporalio/client';

import {
  connectStatelessHttp,
  connectStatelessStdio,
  type StatelessHttp,
  type StatelessMcp,
  type StatelessStdio,
} from '../raw-mcp-2026.js';
import type { RawMcp } from '../raw-mcp.js';
import type { TestServerOptions } from '../start-mcp-server.js';
import { withTestServers } from '../with-test-server.js';

import type { RequirementId } from './requirements-2026-07-28.js';
import { toVerifications, type Verifications, verifyOver } from './verifies.js';
import { createWireCheck } from './wire-check.js';
import { createWireLog, type WireLog } from './wire-log.js';

/** The servers of a test, and ways to reach them. */
export interface Peer<Mcp extends StatelessMcp = StatelessMcp> {
  /** The server under test. */
  readonly mcp: Mcp;
  /** Another process with the same tasks, on the other transport. */
  readonly other: StatelessMcp;
  /** A client of 2025-11-25 over HTTP. Its server also serves this generation. */
  readonly old: RawMcp;
  /** The URL of the HTTP server. */
  readonly url: string;
  /** A client of the Temporal Service behind the tasks. */
  readonly temporal: Client;
  /** Options with which the servers were started. */
  readonly options: TestServerOptions;
  /** The log for further connections of a test. */
  readonly log: WireLog;
}

interface Shared {
  readonly log: WireLog;
  readonly http: StatelessHttp;
  readonly stdio: StatelessStdio;
}

/**
 * Starts the servers of a test file, and returns the functions that define its tests. Call it once, at the top.
 *
 * Checks each server message against the published schemas. An invalid message fails the test that received it.
 */
export function verifyRev2026(): Verifications<
  RequirementId,
  Peer<StatelessHttp>,
  Peer<StatelessStdio>
> {
  const servers = withTestServers();
  let shared: Shared | undefined;

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
    body: (peer: Omit<Peer, 'mcp' | 'other'>, peers: Shared) => Promise<void>,
  ): Promise<void> => {
    if (!shared) throw new Error('The servers are there in tests only.');
    const { log } = shared;
    const { url, temporal, options, http: old } = servers();
    const known = log.problems().length;
    await body({ log, url, temporal, options, old }, shared);
    expect(log.problems().slice(known)).toStrictEqual([]);
  };

  return toVerifications(
    verifyOver('HTTP', async (body) =>
      run(async (peer, { http, stdio }) => body({ ...peer, mcp: http, other: stdio })),
    ),
    verifyOver('stdio', async (body) =>
      run(async (peer, { http, stdio }) => body({ ...peer, mcp: stdio, other: http })),
    ),
  );
}
