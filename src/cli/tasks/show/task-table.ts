import { cleanLine } from '../../../app/config/clean-text.js';
import type { DeskTask } from '../desk/desk-task.js';

import { describeAge } from './describe-age.js';
import { fitLine, padLine, widthOf } from './fit-line.js';
import { paint, paintStatus, type Screen } from './style.js';

const GAP = '  ';
const STATUS_WIDTH = 'input_required'.length;
/** Least number of columns beside the ID. With fewer, the ID gets a line of its own. */
const MIN_REST_WIDTH = 60;

interface Row {
  readonly task: DeskTask;
  readonly id: string;
  readonly tool: string;
  readonly age: string;
  readonly message: string;
}

function toRow(task: DeskTask, nowMs: number): Row {
  return {
    task,
    id: cleanLine(task.taskId),
    tool: cleanLine(task.tool ?? ''),
    age: describeAge(task.createdAt, nowMs),
    message: cleanLine(task.statusMessage ?? ''),
  };
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}

/** Returns a function that writes a row without ID and status, within a number of columns. */
function toRest(rows: readonly Row[], columns: number): (row: Omit<Row, 'task' | 'id'>) => string {
  const tools = widest(rows.map(({ tool }) => tool));
  const ages = widest(['AGE', ...rows.map(({ age }) => age)]);
  return ({ tool, age, message }) => {
    const named = tools === 0 ? [] : [padLine(tool, Math.max(tools, 'TOOL'.length))];
    return fitLine([...named, padLine(age, ages), message].join(GAP).trimEnd(), columns);
  };
}

/**
 * Tasks as a table within the columns of the screen. IDs are never cut, since other commands take them: on a narrow
 * screen each has a line of its own.
 */
export function toTaskTable(
  tasks: readonly DeskTask[],
  screen: Screen,
  nowMs = Date.now(),
): string[] {
  const rows = tasks.map((task) => toRow(task, nowMs));
  const ids = widest(['TASK', ...rows.map(({ id }) => id)]);
  const beside = screen.columns - ids - STATUS_WIDTH - 2 * GAP.length;
  const status = ({ task }: Row): string =>
    paintStatus(task.status, padLine(task.status, STATUS_WIDTH), screen);
  if (beside < MIN_REST_WIDTH) {
    const rest = toRest(rows, screen.columns - STATUS_WIDTH - 2 * GAP.length);
    return rows.flatMap((row) => [row.id, `${GAP}${status(row)}${GAP}${rest(row)}`]);
  }
  const rest = toRest(rows, beside);
  const head = [
    padLine('TASK', ids),
    padLine('STATUS', STATUS_WIDTH),
    rest({ tool: 'TOOL', age: 'AGE', message: 'MESSAGE' }),
  ].join(GAP);
  return [
    paint('bold', head, screen),
    ...rows.map((row) => [padLine(row.id, ids), status(row), rest(row)].join(GAP)),
  ];
}
