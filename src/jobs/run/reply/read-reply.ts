import { type Evaluated, valueOf } from '../../../core/mapping/expression.js';
import { toText } from '../../../core/mapping/misfit.js';
import { type Compiler, fillText } from '../../../core/mapping/text.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { JobIds } from '../../contract/job-contract.js';
import type { JobReply } from '../../contract/job-reply.js';
import type { ExpressionText, IdExpressions, Template } from '../../contract/job-spec.js';
import { type JobScope, withReply } from '../request/job-scope.js';

import { toPlainLine } from './judge-reply.js';

/**
 * Reads a reply by the texts and expressions of a declaration. One that cannot be evaluated has no value: what only
 * decorates ends no task.
 */
export interface ReplyReader {
  /** The result, or why the expression cannot be evaluated on this reply. */
  result(expression: ExpressionText | undefined): Promise<Evaluated>;
  /** `undefined` without a value. */
  value(expression: ExpressionText): Promise<unknown>;
  /** True as JMESPath has it: any value but `false`, `null` and empty ones. */
  isTrue(expression: ExpressionText | undefined): Promise<boolean>;
  /** The word for a state: empty without one, `undefined` if the expression cannot be evaluated. */
  word(expression: ExpressionText): Promise<string | undefined>;
  /** One line; `undefined` without a value. */
  text(template: Template | undefined): Promise<string | undefined>;
  number(expression: ExpressionText | undefined): Promise<number | undefined>;
  /** The names that have a value. */
  ids(expressions: IdExpressions): Promise<JobIds>;
}

/** The body of a reply, which is the result if a declaration names no other. */
const BODY = '$body';

function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== false && value !== '';
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

export function createReplyReader(
  reply: JobReply,
  ofCall: JobScope,
  compiler: Compiler,
): ReplyReader {
  const scope = withReply(ofCall, reply);
  const read = async (expression: ExpressionText | undefined): Promise<unknown> =>
    expression === undefined ? undefined : valueOf(compiler.expression(expression), scope);
  return {
    result: async (expression = BODY) => {
      const result = await compiler.expression(expression).evaluate(scope);
      if (result.ok) return result;
      const reason = `"${expression}" does not fit the reply: ${result.reason}.`;
      return { ok: false, reason };
    },
    isTrue: async (expression) => isTruthy(await read(expression)),
    value: read,
    word: async (expression) => {
      const result = await compiler.expression(expression).evaluate(scope);
      if (!result.ok) return undefined;
      return isScalar(result.value) ? toText(result.value) : '';
    },
    text: async (template) => {
      const line = template && (await fillText(compiler.text(template), scope));
      return line === undefined || line === '' ? undefined : toPlainLine(line);
    },
    number: async (expression) => {
      const number = Number((await read(expression)) ?? Number.NaN);
      return Number.isFinite(number) ? number : undefined;
    },
    ids: async (expressions) => {
      const entries = await Promise.all(
        Object.entries(expressions).map(async ([name, one]) => {
          const value = await read(one);
          return [name, isScalar(value) && value !== false ? toText(value) : ''] as const;
        }),
      );
      return Object.fromEntries(entries.filter(([, id]) => id !== ''));
    },
  };
}
