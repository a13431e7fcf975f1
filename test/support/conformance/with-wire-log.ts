/* eslint jest/no-export: off -- It sets up for test files, and gives them their last test. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startWireProxy, type WireProxy } from '../wire-proxy.js';

import { createWireCheck } from './wire-check.js';
import { createWireLog, type WireLog } from './wire-log.js';

/** How the official clients of one test file are listened to. */
export interface WireTap {
  readonly log: WireLog;
  /** The HTTP server of the file, with the log in between. */
  readonly url: string;
}

/**
 * Listens to all that passes between official clients and the servers of a test file, in both directions.
 *
 * @param toUrl Where its HTTP server is, once its tests run.
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

/** The last test of such a file. */
export function expectEveryMessageToFit(tap: () => Pick<WireTap, 'log'>): void {
  it('has met only messages that fit the published schemas', () => {
    expect(tap().log.problems()).toStrictEqual([]);
    expect(tap().log.count()).toBeGreaterThan(0);
  });
}
