import {
  type DevServer,
  startDevServer,
} from '../../../src/cli/local-temporal/start-dev-server.js';

import { sendSignal } from './send-signal.js';

/** A Temporal Service that is killed, frozen and started again on its database file, each time on another port. */
export interface Temporal {
  readonly address: () => string;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** What a Temporal Service needs, and whom to tell where it is. */
export interface TemporalOptions {
  readonly cliPath: string;
  readonly databasePath: string;
  readonly signal: AbortSignal;
  readonly onReady: (port: number) => void;
}

/** A machine under this load takes its time. */
const READY_TIMEOUT_MS = 120_000;

/** A Temporal Service that does not run yet. */
export function createTemporal({ onReady, ...options }: TemporalOptions): Temporal {
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
        ...{ port: 0, uiPort: false, readyTimeoutMs: READY_TIMEOUT_MS },
      });
      ({ address } = server);
      onReady(Number(address.split(':')[1]));
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
