import type { BenchContext } from '../scenario.js';

import { openHttpWire } from './http-wire.js';
import type { Peer } from './peer.js';
import { connectRev2025, createRev2025Envelope } from './rev2025-peer.js';
import { connectRev2026, rev2026Envelope } from './rev2026-peer.js';
import { type Envelope, openStdioWire } from './wire.js';

export interface ConnectOptions {
  /** Name in tables. Default: transport and revision. */
  readonly product?: string;
  /** Bearer token. Default: none. */
  readonly token?: string;
}

function withToken(envelope: Envelope, token: string | undefined): Envelope {
  if (token === undefined) return envelope;
  const authorization = `Bearer ${token}`;
  return { ...envelope, headers: (message) => ({ authorization, ...envelope.headers(message) }) };
}

/** Connects a client of 2025-11-25 over HTTP, in its own session. */
export async function connectHttp2025(
  url: string,
  { product, token }: ConnectOptions = {},
): Promise<Peer> {
  return connectRev2025(openHttpWire(url, withToken(createRev2025Envelope(), token)), product);
}

export function connectHttp2026(url: string, { product, token }: ConnectOptions = {}): Peer {
  return connectRev2026(openHttpWire(url, withToken(rev2026Envelope, token)), product);
}

/** Connects clients of both generations over HTTP, until the scenario ends. */
export async function connectHttp({ environment, atEnd }: BenchContext): Promise<Peer[]> {
  const { match: url } = environment.server;
  const peers = [await connectHttp2025(url), connectHttp2026(url)];
  for (const { close } of peers) atEnd(close);
  return peers;
}

/** Connects clients of both generations over stdio until the scenario ends. Each starts its own server process. */
export async function connectStdio({ environment, atEnd }: BenchContext): Promise<Peer[]> {
  const { stdioServer } = environment;
  const old = openStdioWire(stdioServer, createRev2025Envelope());
  atEnd(old.close);
  const recent = openStdioWire(stdioServer, rev2026Envelope);
  atEnd(recent.close);
  return [await connectRev2025(old), connectRev2026(recent)];
}

/** Connects clients of both generations over both transports, until the scenario ends. */
export async function connectAll(context: BenchContext): Promise<Peer[]> {
  return [...(await connectHttp(context)), ...(await connectStdio(context))];
}
