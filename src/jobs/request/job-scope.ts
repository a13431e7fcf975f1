import { createHash } from 'node:crypto';

import type { JobCall, JobIds } from '../../core/job/job-contract.js';
import type { Evaluated, Expression } from '../../core/mapping/expression.js';
import { readMember } from '../../core/value/member-path.js';
import { ownMember } from '../../core/value/members.js';

/** Compiles an expression of a declaration, which was checked when its manifest was read. */
export type Compile = (text: string) => Expression;

/** The values that texts and expressions of a request can use. */
export interface JobScope {
  readonly input: Readonly<Record<string, unknown>>;
  readonly task: { readonly id: string; readonly token: string };
  readonly job: JobIds;
}

/** A UUID of a text. Services take it as the key of a request, and as an ID or a name. */
function toToken(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  const [first, second] = [hex.slice(0, 8), hex.slice(8, 12)];
  return `${first}-${second}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function toScope({ input, taskId, key }: JobCall, job: JobIds = {}): JobScope {
  return { input, task: { id: taskId, token: toToken(key) }, job };
}

/** Reads what a placeholder names: `task.id`, `job.id`, or an argument. */
export function readPlaceholder({ input, task, job }: JobScope, name: string): unknown {
  const [first, ...rest] = name.split('.');
  if (rest.length > 0 && (first === 'task' || first === 'job')) {
    return readMember({ task, job }, name) ?? undefined;
  }
  return ownMember(input, name) ?? readMember(input, name) ?? undefined;
}

/** Evaluates an expression on a value, with the variables `$input`, `$task` and `$job`. */
export async function evaluate(
  expression: Expression,
  value: unknown,
  scope: JobScope,
): Promise<Evaluated> {
  return expression.evaluate(value, { ...scope });
}
