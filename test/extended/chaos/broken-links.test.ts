/** The links of the chaos, between a client and a server over real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { startBalancer } from '../../../lab/chaos/world/balancer.js';
import { createLink, type Link } from '../../../lab/chaos/world/link.js';
import { listen, type Listener } from '../../../lab/chaos/world/listen.js';
import { eventually } from '../../support/eventually.js';

let received: string[];
let links: Link[];
let stops: (() => Promise<void>)[];
let port: number;

/** Answers each text with its own name, and ends. */
async function startServer(name: string): Promise<Listener> {
  const listener = await listen((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk: Buffer) => {
      received.push(chunk.toString());
      socket.end(`${name} got ${chunk.toString()}`);
    });
  });
  stops.unshift(listener.stop);
  return listener;
}

beforeEach(async () => {
  [received, links, stops] = [[], [], []];
  for (const name of ['one', 'two']) {
    const link = createLink();
    link.setTarget((await startServer(name)).port);
    links.push(link);
  }
  const balancer = await startBalancer(links);
  stops.unshift(balancer.stop);
  ({ port } = balancer);
});

afterEach(async () => {
  for (const stop of stops) await stop();
});

function say(message: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(message);
  return socket;
}

const ask = async (message: string): Promise<string> => text(say(message)).catch(() => 'broken');
const setAll = (mode: Parameters<Link['setMode']>[0]): void => {
  for (const link of links) link.setMode(mode);
};

describe('a balancer over links', () => {
  it('gives each connection to the next replica, however that one is', async () => {
    expect([await ask('a'), await ask('b'), await ask('c')]).toStrictEqual([
      'one got a',
      'two got b',
      'one got c',
    ]);

    links[1]?.setMode({ kind: 'cut' });
    expect([await ask('d'), await ask('e')]).toStrictEqual([
      expect.stringMatching(/^$|broken/),
      'one got e',
    ]);
  });

  it('knows which replica a client had', async () => {
    const balancer = await startBalancer(links);
    stops.unshift(balancer.stop);
    const socket = connect(balancer.port, '127.0.0.1');
    await once(socket, 'connect');

    expect(
      await eventually('the connection to arrive', () => balancer.replicaOf(socket.localPort ?? 0)),
    ).toBe(0);
    expect(balancer.replicaOf(1)).toBeUndefined();
    socket.destroy();
  });
});

describe('a link', () => {
  it('breaks what is open when it is cut', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    // The connection may not have got to its link yet.
    await eventually('the connection to break', async () => {
      setAll({ kind: 'cut' });
      return Promise.resolve(socket.destroyed || socket.readableEnded || undefined);
    });
    socket.destroy();
    await closed;

    expect(received).toStrictEqual([]);
  });

  it('lets nothing pass while it is silent, and all of it afterwards', async () => {
    setAll({ kind: 'silent' });
    const answer = ask('a');
    // Another link has carried this one to and fro meanwhile.
    links[1]?.setMode({ kind: 'open' });
    expect(await ask('b')).toBe('two got b');
    expect(received).toStrictEqual(['b']);

    setAll({ kind: 'open' });
    expect(await answer).toBe('one got a');
  });

  it('lets pass what is slow, later', async () => {
    setAll({ kind: 'slow', delayMs: 200 });
    const startedMs = performance.now();

    expect(await ask('a')).toBe('one got a');
    expect(performance.now() - startedMs).toBeGreaterThan(390);
  });

  it('lets requests pass and loses their replies in the mode repliesLost', async () => {
    setAll({ kind: 'repliesLost' });

    expect(await ask('a')).not.toContain('got');
    expect(received).toStrictEqual(['a']);
  });

  it('leads to where its target has come back', async () => {
    const back = await startServer('three');
    links[0]?.setTarget(back.port);

    expect(await ask('a')).toBe('three got a');
  });
});
