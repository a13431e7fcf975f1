/** Views of a watched task. */
import { clearLine, cursorTo } from 'node:readline';

import { toCleanJson } from '../../../app/config/clean-text.js';
import { endingOf, type DeskTask } from '../desk/desk-task.js';

import { describeOutcome } from './describe-outcome.js';
import { describeQuestion } from './describe-question.js';
import { toProgressLine } from './progress-line.js';
import { paint, paintStatus, screenOf } from './style.js';

/** Shows readings of one task. */
export interface WatchView {
  /** Shows a reading, unless it has nothing new. */
  readonly show: (task: DeskTask) => void;
  /** Pauses the output while another part uses the screen. */
  readonly pause: (isPaused: boolean) => void;
  /** Shows a message that is not about the task's state. */
  readonly say: (text: string) => void;
  /** Shows the end of the task. */
  readonly end: (task: DeskTask) => void;
}

/** Matches the time until the next try of an Activity. A change of this time alone is not news. */
const COUNTDOWN = /, next try in \d+ s/g;

/** Prints one JSON object for each line, for programs. Other messages go to standard error. */
export function createJsonView(output: NodeJS.WriteStream = process.stdout): WatchView {
  let last: string | undefined;
  const show = (task: DeskTask): void => {
    const line = toCleanJson(task);
    const told = line.replace(COUNTDOWN, '');
    if (told === last) return;
    last = told;
    output.write(`${line}\n`);
  };
  return {
    show,
    pause: () => undefined,
    say: (text) => process.stderr.write(`${text}\n`),
    end: show,
  };
}

function toEnd(task: DeskTask, output: NodeJS.WriteStream): string[] {
  const screen = screenOf(output);
  const { status, outcome } = task;
  const ending = endingOf(task);
  const isError = ending === 'failed' && status === 'completed';
  const head = paintStatus(
    isError ? 'failed' : status,
    isError ? `${status}, with an error as its result` : status,
    screen,
  );
  return [head, ...(outcome ? describeOutcome(outcome) : [])];
}

/** Prints a line for each change, for files and pipes. */
export function createLineView(output: NodeJS.WriteStream = process.stdout): WatchView {
  let last: string | undefined;
  const asked = new Set<string>();
  const print = (line: string): void => {
    output.write(`${line}\n`);
  };
  return {
    show: (task) => {
      const line = toProgressLine(task, Number.MAX_SAFE_INTEGER).replace(COUNTDOWN, '');
      if (line !== last && endingOf(task) === undefined) print(line);
      last = line;
      for (const [key, request] of Object.entries(task.questions ?? {})) {
        if (asked.has(key)) continue;
        asked.add(key);
        [`asks ${key}:`, ...describeQuestion(request)].forEach(print);
      }
    },
    pause: () => undefined,
    say: print,
    end: (task) => {
      toEnd(task, output).forEach(print);
    },
  };
}

/** Prints one line and rewrites it in its place, for a terminal. */
export function createTerminalView(output: NodeJS.WriteStream = process.stdout): WatchView {
  let last: string | undefined;
  let isPaused = false;
  const clear = (): void => {
    if (last === undefined) return;
    last = undefined;
    clearLine(output, 0);
    cursorTo(output, 0);
  };
  const print = (line: string): void => {
    clear();
    output.write(`${line}\n`);
  };
  return {
    show: (task) => {
      // The last column stays empty, since some terminals would begin another line.
      const line = toProgressLine(task, screenOf(output).columns - 1);
      if (isPaused || line === last) return;
      clear();
      last = line;
      const { status } = task;
      const screen = screenOf(output);
      output.write(paintStatus(status, status, screen) + line.slice(status.length));
    },
    pause: (paused) => {
      isPaused = paused;
      if (paused) clear();
    },
    say: (text) => {
      print(paint('dim', text, screenOf(output)));
    },
    end: (task) => {
      toEnd(task, output).forEach(print);
    },
  };
}
