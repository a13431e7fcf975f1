import { cleanLine } from '../../../app/config/clean-text.js';
import { endingOf, type DeskTask } from '../desk/desk-task.js';

import { describeAge } from './describe-age.js';
import { describeOutcome } from './describe-outcome.js';
import { describeQuestion } from './describe-question.js';
import { describeFigures } from './progress-line.js';
import { paint, paintStatus, type Screen } from './style.js';

const LABEL_WIDTH = 12;

function labelled(label: string, [first = '', ...others]: readonly string[]): string[] {
  return [
    `${label.padEnd(LABEL_WIDTH)}${first}`,
    ...others.map((line) => ' '.repeat(LABEL_WIDTH) + line),
  ];
}

function describeInstant(instant: string, nowMs: number): string {
  return `${cleanLine(instant)} (${describeAge(instant, nowMs)} ago)`;
}

function describeQuestions({ taskId, questions = {} }: DeskTask, screen: Screen): string[] {
  return Object.entries(questions).flatMap(([key, request]) =>
    labelled('Asks', [
      paint('yellow', key, screen),
      ...describeQuestion(request),
      paint('dim', `temporal-mcp-tasks tasks answer ${cleanLine(taskId)} --key ${key}`, screen),
    ]),
  );
}

/** Describes a task with all known data, by line. */
export function describeTask(task: DeskTask, screen: Screen, nowMs = Date.now()): string[] {
  const { taskId, tool, status, statusMessage, progress, createdAt, lastUpdatedAt, ttlMs } = task;
  const figures = describeFigures(progress);
  const hasFailed = status === 'completed' && endingOf(task) === 'failed';
  const shown = hasFailed ? `${status}, with an error as its result` : status;
  const keptUntil = new Date(Date.parse(createdAt) + (ttlMs ?? NaN));
  return [
    ...labelled('Task', [cleanLine(taskId)]),
    ...(tool === undefined ? [] : labelled('Tool', [cleanLine(tool)])),
    ...labelled('Status', [paintStatus(hasFailed ? 'failed' : status, shown, screen)]),
    ...(statusMessage === undefined ? [] : labelled('', [cleanLine(statusMessage)])),
    ...(figures === '' ? [] : labelled('Progress', [figures])),
    ...labelled('Created', [describeInstant(createdAt, nowMs)]),
    ...labelled('Updated', [describeInstant(lastUpdatedAt, nowMs)]),
    ...(Number.isNaN(keptUntil.getTime())
      ? []
      : labelled('Kept until', [`${keptUntil.toISOString()} at least`])),
    ...describeQuestions(task, screen),
    ...(task.outcome ? labelled('Result', describeOutcome(task.outcome)) : []),
  ];
}
