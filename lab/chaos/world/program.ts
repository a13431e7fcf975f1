import { setTimeout as pause } from 'node:timers/promises';

import {
  spawnProgram,
  type SpawnedProgram,
  type SpawnProgramOptions,
} from '../../../src/cli/demo/spawn-program.js';
import { registerKillAtExit } from '../../../src/cli/local-temporal/kill-at-exit.js';

import { sendSignal } from './send-signal.js';

/** What to run, and what to do when it is there. */
export interface ProgramOptions extends Pick<
  SpawnProgramOptions,
  'program' | 'args' | 'readyWhen' | 'environment' | 'onLine'
> {
  /** Called with what `readyWhen` matched, each time it is ready. */
  readonly onReady?: (match: string) => void;
  /** Called when it ends though nobody has ended it. */
  readonly onUnexpectedEnd: () => void;
}

/** A process that is meant to run, is ended and frozen at will, and is started again for as long as it takes. */
export interface Program {
  /** Of the process that is there now. */
  readonly pid: () => number | undefined;
  /** Starts it, again and again until it is ready: what it needs may not be there yet. */
  start(): Promise<void>;
  /** SIGKILL, or SIGTERM. Resolves when it has gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const STOP_WITHIN_MS = 10_000;

/** A program that does not run yet. */
export function createProgram({ onReady, onUnexpectedEnd, ...options }: ProgramOptions): Program {
  const stopping = new AbortController();
  let current: SpawnedProgram | undefined;
  let starting: Promise<void> = Promise.resolve();

  const watch = (spawned: SpawnedProgram): void => {
    // A frozen process hears no SIGTERM, and this one may end at any time.
    const unregister = registerKillAtExit(() => {
      sendSignal(spawned.pid, 'SIGKILL');
    });
    void spawned.exited.then(() => {
      unregister();
      if (current !== spawned) return;
      current = undefined;
      onUnexpectedEnd();
      starting = launch();
    });
  };
  const launch = async (): Promise<void> => {
    while (!stopping.signal.aborted && !current) {
      try {
        const spawned = await spawnProgram({ ...options, signal: stopping.signal });
        current = spawned;
        watch(spawned);
        onReady?.(spawned.match);
      } catch {
        await pause(TRY_AGAIN_MS);
      }
    }
  };
  const end: Program['end'] = async (signal) => {
    await starting;
    const ended = current;
    current = undefined;
    if (!ended) return;
    sendSignal(ended.pid, signal);
    await ended.exited;
  };

  return {
    pid: () => current?.pid,
    start: async () => {
      starting = launch();
      return starting;
    },
    end,
    freeze: () => {
      if (current) sendSignal(current.pid, 'SIGSTOP');
    },
    thaw: () => {
      if (current) sendSignal(current.pid, 'SIGCONT');
    },
    async stop() {
      stopping.abort();
      const last = current;
      if (last) {
        sendSignal(last.pid, 'SIGCONT');
        setTimeout(() => {
          sendSignal(last.pid, 'SIGKILL');
        }, STOP_WITHIN_MS).unref();
      }
      await end('SIGTERM');
    },
  };
}
