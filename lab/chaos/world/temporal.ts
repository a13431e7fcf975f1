import { type DevServer, startDevServer } from '../../../src/cli/dev-server.js';

import { sendSignal } from './send-signal.js';

/** A Temporal Service whose processes can be killed, frozen and restarted. Processes are numbered from 0. */
export interface Temporal {
  readonly address: () => string;
  start(index: number): Promise<void>;
  kill(index: number): Promise<void>;
  freeze(index: number): void;
  thaw(index: number): void;
  stop(): Promise<void>;
}

/** The settings of a dev server. */
export interface TemporalOptions {
  readonly databasePath: string;
  readonly signal: AbortSignal;
  readonly onReady: (address: string) => void;
}

/** The machine is busy, so a start may take long. */
export const READY_TIMEOUT_MS = 120_000;

/** Creates a dev server without starting it: one process on its database file, with a new port at each start. */
export function createDevTemporal({ onReady, ...options }: TemporalOptions): Temporal {
  let server: DevServer | undefined;
  let address = '';
  const send = (signal: NodeJS.Signals): void => {
    if (server) sendSignal(server.pid, signal);
  };
  const end = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  return {
    address: () => address,
    async start() {
      server = await startDevServer({
        ...options,
        port: 0,
        readyTimeoutMs: READY_TIMEOUT_MS,
      });
      ({ address } = server);
      onReady(address);
    },
    async kill() {
      send('SIGKILL');
      await end();
    },
    freeze: () => {
      send('SIGSTOP');
    },
    thaw: () => {
      send('SIGCONT');
    },
    async stop() {
      send('SIGCONT');
      await end();
    },
  };
}
