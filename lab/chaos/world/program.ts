import { setTimeout as pause } from 'node:timers/promises';

import {
  spawnProgram,
  type SpawnedProgram,
  type SpawnProgramOptions,
} from '../../spawn-program.js';

import { sendSignal } from './send-signal.js';

/** The settings of a program. */
export interface ProgramOptions extends Pick<
  SpawnProgramOptions,
  'program' | 'args' | 'readyWhen' | 'environment' | 'onLine'
> {
  /** Called with the match of `readyWhen`, each time the program is ready. */
  readonly onReady?: (match: string) => void;
  /** Called if it ends without {@link Program.end} or {@link Program.stop}. */
  readonly onUnexpectedEnd: () => void;
}

/** A process that is ended and frozen at will, and restarted until it is ready. */
export interface Program {
  /** Process ID of the running process, if any. */
  readonly pid: () => number | undefined;
  /** Starts it, and repeats the start until it is ready, since the services it needs may be down. */
  start(): Promise<void>;
  /** Sends the signal. Resolves when the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Ends it without another start. */
  stop(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const STOP_WITHIN_MS = 10_000;

/** Creates a program without starting it. */
export function createProgram({ onReady, onUnexpectedEnd, ...options }: ProgramOptions): Program {
  const stopping = new AbortController();
  let current: SpawnedProgram | undefined;
  let starting: Promise<void> = Promise.resolve();

  const watch = (spawned: SpawnedProgram): void => {
    // A frozen process doesn't react to SIGTERM, and this process may end at any time.
    const kill = (): void => {
      sendSignal(spawned.pid, 'SIGKILL');
    };
    process.once('exit', kill);
    void spawned.exited.then(() => {
      process.off('exit', kill);
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
