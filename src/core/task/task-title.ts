import { isRecord } from '../value/is-record.js';
import { toLine } from '../value/quote.js';

/** Longest argument that stands in a title, in characters. */
const MAX_ARGUMENT = 60;

function toShort(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isShort = typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ARGUMENT;
  return isShort ? toLine(value, MAX_ARGUMENT) : undefined;
}

/** The first short value of the arguments: that of a single object's members, or of a list. */
function firstShort(workflowArguments: readonly unknown[]): string | undefined {
  const [only] = workflowArguments;
  const isObject = workflowArguments.length === 1 && isRecord(only);
  const values = isObject ? Object.values(only) : workflowArguments;
  return values.map(toShort).find((text) => text !== undefined);
}

/**
 * Names a task for its owner: by the summary of its start (`workflow.summary`), else by the tool's title and the first
 * short argument.
 *
 * @param workflowArguments Default: unknown, as in lists.
 */
export function toTaskTitle(
  { summary }: { readonly summary?: string | undefined },
  toolTitle: string,
  workflowArguments: readonly unknown[] = [],
): string {
  if (summary !== undefined) return summary;
  const argument = firstShort(workflowArguments);
  return argument === undefined ? toolTitle : `${toolTitle}: ${argument}`;
}
