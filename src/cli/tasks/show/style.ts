import { styleText } from 'node:util';

import { TaskStatus } from '../../../core/task/task-status.js';

export interface Screen {
  readonly isTerminal: boolean;
  /** Columns of the terminal; without one, no limit. */
  readonly columns: number;
  /** Colours are wanted; NO_COLOR switches them off. */
  readonly hasColours: boolean;
}

/** Columns of a terminal that does not tell its width. */
const DEFAULT_COLUMNS = 80;

/** The properties of a process's output. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  const isTerminal = stream.isTTY;
  return {
    isTerminal,
    columns: isTerminal ? stream.columns || DEFAULT_COLUMNS : Number.MAX_SAFE_INTEGER,
    hasColours: isTerminal && stream.hasColors(),
  };
}

type Style = Parameters<typeof styleText>[0];

const STATUS_STYLES: Readonly<Record<TaskStatus, Style>> = {
  [TaskStatus.working]: 'cyan',
  [TaskStatus.inputRequired]: 'yellow',
  [TaskStatus.completed]: 'green',
  [TaskStatus.failed]: 'red',
  [TaskStatus.cancelled]: 'magenta',
};

/** Returns a text in a style, if the screen has colours. */
export function paint(style: Style, text: string, { hasColours }: Screen): string {
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}

/** A text in the colour of a status. */
export function paintStatus(status: TaskStatus, text: string, screen: Screen): string {
  return paint(STATUS_STYLES[status], text, screen);
}
