import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A link's treatment of connections and data. */
export type LinkMode =
  | { readonly kind: 'open' }
  /** Breaks open connections, and refuses new ones. */
  | { readonly kind: 'cut' }
  /** Keeps connections open, and holds back data. */
  | { readonly kind: 'silent' }
  /** Delays data. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Forwards requests, and breaks the connection at the first byte of a reply. */
  | { readonly kind: 'repliesLost' };

const OPEN: LinkMode = { kind: 'open' };

/** Forwards TCP connections to one target, with faults. */
export interface Link {
  /** Sets the target of new connections. A restarted target has another port. */
  readonly setTarget: (port: number, host?: string) => void;
  readonly setMode: (mode: LinkMode) => void;
  /** Forwards a client's connection to the target. */
  readonly carry: (socket: Socket) => void;
}

/** Creates a link without a target. */
export function createLink(): Link {
  let mode = OPEN;
  let target: { readonly port: number; readonly host: string } | undefined;
  const changes = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();

  const untilPassable = async (): Promise<void> => {
    while (mode.kind === 'silent') await once(changes, 'change');
    if (mode.kind === 'slow') await pause(mode.delayMs);
  };
  const pass = async (from: Socket, to: Socket, isReply: boolean): Promise<void> => {
    for await (const chunk of from) {
      await untilPassable();
      if (isReply && mode.kind === 'repliesLost') throw new Error('Lost.');
      if (!to.writable) return;
      if (!to.write(chunk as Buffer)) await untilDrained(to);
    }
    to.end();
  };

  return {
    setTarget: (port, host = '127.0.0.1') => {
      target = { port, host };
    },
    setMode: (next) => {
      mode = next;
      if (mode.kind === 'cut') for (const socket of sockets) socket.destroy();
      changes.emit('change');
    },
    carry: (socket) => {
      if (mode.kind === 'cut' || target === undefined) {
        socket.destroy();
        return;
      }
      const upstream = connect(target);
      const pair = [socket, upstream];
      for (const one of pair) {
        sockets.add(one);
        // `pass` reads the socket and handles its errors.
        one.setNoDelay().on('error', () => undefined);
        one.once('close', () => sockets.delete(one));
      }
      const breakBoth = (): void => {
        for (const one of pair) one.destroy();
      };
      pass(socket, upstream, false).catch(breakBoth);
      pass(upstream, socket, true).catch(breakBoth);
    },
  };
}

async function untilDrained(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve).once('close', resolve);
  });
}
