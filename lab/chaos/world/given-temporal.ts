import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { sendSignal } from './send-signal.js';
import { READY_TIMEOUT_MS, type Temporal, type TemporalOptions } from './temporal.js';

const LOOK_EVERY_MS = 200;

/** A running Temporal Service. */
export interface GivenTemporal {
  readonly address: string;
  /** A file for each process, with its process ID while it is ready. A supervisor restarts the process. */
  readonly pidFiles: readonly string[];
}

/** Reads TEMPORAL_ADDRESS and TEMPORAL_PID_FILES, as `npm run with-postgres` sets them. */
export function findGivenTemporal({
  TEMPORAL_ADDRESS: address,
  TEMPORAL_PID_FILES: pidFiles = '',
}: NodeJS.ProcessEnv): GivenTemporal | undefined {
  return address ? { address, pidFiles: pidFiles.split(',').filter(Boolean) } : undefined;
}

function readPid(path: string | undefined): number | undefined {
  try {
    return path === undefined ? undefined : Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Controls the processes of a running Temporal Service. Their supervisor restarts them. */
export function createGivenTemporal(
  { address, pidFiles }: GivenTemporal,
  { signal, onReady }: Pick<TemporalOptions, 'signal' | 'onReady'>,
): Temporal {
  const killed = new Map<number, number>();
  const send = (index: number, name: NodeJS.Signals): number | undefined => {
    const pid = readPid(pidFiles[index]);
    if (pid) sendSignal(pid, name);
    return pid;
  };
  const isBack = (index: number): boolean => {
    const pid = readPid(pidFiles[index]);
    return pid !== undefined && pid !== killed.get(index);
  };
  return {
    address: () => address,
    async start(index) {
      const untilMs = Date.now() + READY_TIMEOUT_MS;
      while (index in pidFiles && !isBack(index)) {
        if (Date.now() > untilMs)
          throw new Error(`Process ${index} of Temporal has not restarted.`);
        await pause(LOOK_EVERY_MS, undefined, { signal });
      }
      onReady(address);
    },
    async kill(index) {
      const pid = send(index, 'SIGKILL');
      if (pid) killed.set(index, pid);
      return Promise.resolve();
    },
    freeze: (index) => {
      send(index, 'SIGSTOP');
    },
    thaw: (index) => {
      send(index, 'SIGCONT');
    },
    async stop() {
      for (const index of pidFiles.keys()) send(index, 'SIGCONT');
      return Promise.resolve();
    },
  };
}
