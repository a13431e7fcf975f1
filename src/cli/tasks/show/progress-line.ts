import { cleanLine } from '../../../app/config/clean-text.js';
import type { TaskProgress } from '../../../core/contract.js';
import type { DeskTask } from '../desk/desk-task.js';

import { fitLine } from './fit-line.js';

const BAR_WIDTH = 20;
const PERCENT = 100;

function toAmount({ progress, total }: TaskProgress): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}

/** Draws a progress bar if the total is known. */
function toBar({ progress, total }: TaskProgress): string {
  if (total === undefined || total <= 0) return '';
  const share = Math.min(Math.max(progress / total, 0), 1);
  const done = Math.floor(share * BAR_WIDTH);
  const bar = '█'.repeat(done) + '░'.repeat(BAR_WIDTH - done);
  return `${bar} ${String(Math.floor(share * PERCENT)).padStart(3)} %`;
}

/** Progress of a task as one line; empty if unknown. */
export function describeFigures(progress: TaskProgress | undefined): string {
  if (!progress) return '';
  const message = progress.message === undefined ? '' : cleanLine(progress.message);
  return [toBar(progress), toAmount(progress), message].filter(Boolean).join('  ');
}

/** Returns the line of a watched task, with a maximum number of columns. */
export function toProgressLine(task: DeskTask, columns: number): string {
  const { status, progress, statusMessage = '' } = task;
  const parts = [status, describeFigures(progress), cleanLine(statusMessage)];
  return fitLine(parts.filter(Boolean).join('  '), columns);
}
