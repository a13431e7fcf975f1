/* eslint jest/no-export: off -- It sets up for test files, and gives them their last test. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { createWireCheck } from './wire-check.js';
import { createWireLog, type WireLog } from './wire-log.js';
import { startWireProxy, type WireProxy } from './wire-proxy.js';

/** The tap between the official clients of a test file and its server. */
export interface WireTap {
  readonly log: WireLog;
  /** The URL of the proxy in front of the file's HTTP server. */
  readonly url: string;
}

/**
 * Records the messages between official clients and the servers of a test file, in both directions.
 *
 * @param toUrl Returns the URL of the file's HTTP server, once its tests run.
 */
export function withWireLog(toUrl: () => string): () => WireTap {
  let tap: WireTap | undefined;
  let proxy: WireProxy | undefined;
  beforeAll(async () => {
    const log = createWireLog(await createWireCheck(), ['client', 'server']);
    proxy = await startWireProxy(toUrl(), log);
    tap = { log, url: proxy.url };
  });
  afterAll(async () => proxy?.stop());

  return () => {
    if (!tap) throw new Error('The log is there in tests only.');
    return tap;
  };
}

/** Defines the last test of a file with a tap. */
export function expectEveryMessageToFit(tap: () => Pick<WireTap, 'log'>): void {
  it('has met only messages that fit the published schemas', () => {
    expect(tap().log.problems()).toStrictEqual([]);
    expect(tap().log.count()).toBeGreaterThan(0);
  });
}
