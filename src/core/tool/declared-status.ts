/** Status and progress of a Workflow that does not use MCP, from its own Queries, memo or attributes. */
import type { DeclaredProgress, DeclaredStatus } from '../../definition/tool/source.js';
import type { TaskProgress } from '../contract/contract.js';
import { type Scope, valueOf } from '../mapping/expression.js';
import { fillText } from '../mapping/text.js';
import { cutText } from '../value/cut-text.js';
import { toLine } from '../value/quote.js';

/** Maximum length of a status message from these sources, in characters. */
const MAX_LENGTH = 500;

function toStatusText(value: unknown): string | undefined {
  const isScalar = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isScalar && value !== '' ? cutText(String(value), MAX_LENGTH) : undefined;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** @param scope Has what was read under the kind of the source. */
export async function toStatusMessage(
  { source, text }: DeclaredStatus,
  scope: Scope,
): Promise<string | undefined> {
  return toStatusText(text ? await fillText(text, scope, toLine) : scope[source.kind]);
}

/** @param scope Has what was read under the kind of the source. */
export async function toTaskProgress(
  { source, done, total, message }: DeclaredProgress,
  scope: Scope,
): Promise<TaskProgress | undefined> {
  const progress = toNumber(done ? await valueOf(done, scope) : scope[source.kind]);
  if (progress === undefined) return undefined;
  const whole = total && toNumber(await valueOf(total, scope));
  const step = message && toStatusText(await valueOf(message, scope));
  return {
    progress,
    total: whole,
    message: step,
  };
}
