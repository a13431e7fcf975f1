import { type JobIds, JobFailureType } from '../../core/job/job-contract.js';
import { JobFailure } from '../../core/job/job-errors.js';
import type { JobReply } from '../../core/job/job-reply.js';
import type { ExpressionText, JobIdentity, JobSpec } from '../../core/job/job-spec.js';
import { toText } from '../../core/mapping/misfit.js';
import { parseJson } from '../../core/value/exact-json.js';
import { type Compile, evaluate, type JobScope } from '../request/job-scope.js';

import { toPlainLine } from './judge-reply.js';

/** Reads a reply by the expressions of a declaration. */
export interface ReplyReader {
  /** @throws {JobFailure} If the expression cannot be evaluated on this reply. */
  value(expression: ExpressionText | undefined): Promise<unknown>;
  isTrue(expression: ExpressionText | undefined): Promise<boolean>;
  /** One line; `undefined` without a value. */
  text(expression: ExpressionText | undefined): Promise<string | undefined>;
  number(expression: ExpressionText | undefined): Promise<number | undefined>;
  /** `undefined` if one of the names has no value. */
  ids(identity: JobIdentity): Promise<JobIds | undefined>;
}

export function createReplyReader(reply: JobReply, scope: JobScope, compile: Compile): ReplyReader {
  const value: ReplyReader['value'] = async (expression) => {
    if (expression === undefined) return undefined;
    const found = await evaluate(compile(expression), reply, scope);
    if (found.ok) return found.value ?? undefined;
    const message = `"${expression}" cannot read the reply of the service: ${found.reason}.`;
    throw new JobFailure(JobFailureType.misconfigured, message);
  };
  return {
    value,
    isTrue: async (expression) => (await value(expression)) === true,
    text: async (expression) => {
      const found = await value(expression);
      return found === undefined || found === '' ? undefined : toPlainLine(toText(found));
    },
    number: async (expression) => {
      const found = Number((await value(expression)) ?? Number.NaN);
      return Number.isFinite(found) ? found : undefined;
    },
    ids: async (identity) => {
      const entries = await Promise.all(
        Object.entries(identity).map(
          async ([name, one]) => [name, toText(await value(one))] as const,
        ),
      );
      return entries.some(([, id]) => id === '') ? undefined : Object.fromEntries(entries);
    },
  };
}

/** The result of a job. Where it is a text of JSON, its value; a text that is no JSON stays as it is. */
export function toResult({ resultIsJson }: JobSpec, value: unknown): unknown {
  if (resultIsJson !== true || typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}
