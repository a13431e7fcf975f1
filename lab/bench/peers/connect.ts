import type { BenchContext } from '../scenario.js';

import { openHttpWire } from './http-wire.js';
import type { Peer } from './peer.js';
import { connectRev2025, createRev2025Dress } from './rev2025-peer.js';
import { connectRev2026, rev2026Dress } from './rev2026-peer.js';
import { type Dress, openStdioWire } from './wire.js';

/** What differs between clients of one revision. */
export interface ConnectOptions {
  /** What it is called in tables. Default: its transport and its revision. */
  readonly product?: string;
  /** The token that it sends. Default: none. */
  readonly token?: string;
}

function withToken(dress: Dress, token: string | undefined): Dress {
  if (token === undefined) return dress;
  const authorization = `Bearer ${token}`;
  return { ...dress, headers: (message) => ({ authorization, ...dress.headers(message) }) };
}

/** A client of 2025-11-25 over HTTP, in a session of its own. */
export async function connectHttp2025(
  url: string,
  { product, token }: ConnectOptions = {},
): Promise<Peer> {
  return connectRev2025(openHttpWire(url, withToken(createRev2025Dress(), token)), product);
}

/** A client of 2026-07-28 over HTTP. */
export function connectHttp2026(url: string, { product, token }: ConnectOptions = {}): Peer {
  return connectRev2026(openHttpWire(url, withToken(rev2026Dress, token)), product);
}

/** Clients of both generations over HTTP, until the scenario ends. */
export async function connectHttp({ environment, atEnd }: BenchContext): Promise<Peer[]> {
  const { match: url } = environment.server;
  const peers = [await connectHttp2025(url), connectHttp2026(url)];
  for (const { close } of peers) atEnd(close);
  return peers;
}

/** Clients of both generations over stdio, each with a server process of its own, until the scenario ends. */
export async function connectStdio({ environment, atEnd }: BenchContext): Promise<Peer[]> {
  const { stdioServer } = environment;
  const old = openStdioWire(stdioServer, createRev2025Dress());
  atEnd(old.close);
  const recent = openStdioWire(stdioServer, rev2026Dress);
  atEnd(recent.close);
  return [await connectRev2025(old), connectRev2026(recent)];
}

/** Clients of both generations over both transports, until the scenario ends. */
export async function connectAll(context: BenchContext): Promise<Peer[]> {
  return [...(await connectHttp(context)), ...(await connectStdio(context))];
}
