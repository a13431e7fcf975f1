/** Layouts: filled-in values as arguments of a Workflow, or of a message to one. */
import type { Violation } from '../errors.js';
import type { Caller } from '../person/caller.js';
import { toPrincipal } from '../person/to-principal.js';
import { fromBase64 } from '../value/bytes.js';
import { ownMember } from '../value/members.js';

import { readCaller } from './caller-placeholder.js';
import type { Expression } from './expression.js';

export interface ConstantArgument {
  readonly value: unknown;
}

/** A value that an expression computes from all filled-in values. */
export interface ComputedArgument {
  readonly expression: Expression;
}

export interface CallerArgument {
  /** See `caller-placeholder.ts`. */
  readonly caller: string;
}

/** The bytes of a member that is base64. */
export interface BytesArgument {
  /** The member's name. */
  readonly bytes: string;
}

/** A member by its name, or a constant, computed, caller or bytes argument. */
export type LaidOutArgument =
  string | ConstantArgument | ComputedArgument | CallerArgument | BytesArgument;

/** One object with all members, a list of arguments, or one object with chosen members. */
export type ArgumentLayout =
  'object' | readonly LaidOutArgument[] | Readonly<Record<string, LaidOutArgument>>;

export type LaidOut =
  | { readonly ok: true; readonly workflowArguments: readonly unknown[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

type Members = Readonly<Record<string, unknown>>;

/**
 * Values by position. A missing value in the middle becomes `null`, since JSON lists have no gaps. Missing values at
 * the end are left out.
 */
export function toPositional(values: readonly unknown[]): unknown[] {
  const end = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, end).map((value) => value ?? null);
}

function readBytes(value: unknown, name: string): { value: unknown } | string {
  if (value === undefined || value === null) return { value: undefined };
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
  return bytes ? { value: bytes } : `"${name}" is not base64`;
}

async function toArgument(
  one: LaidOutArgument,
  members: Members,
  by: Caller | undefined,
): Promise<{ value: unknown } | string> {
  if (typeof one === 'string') return { value: ownMember(members, one) };
  if ('value' in one) return one;
  if ('bytes' in one) return readBytes(ownMember(members, one.bytes), one.bytes);
  if ('caller' in one) return { value: readCaller(one.caller, by) };
  const evaluated = await one.expression.evaluate(members, { principal: by && toPrincipal(by) });
  return evaluated.ok ? evaluated : evaluated.reason;
}

/**
 * Lays members out as arguments. An expression without a value counts as a missing member.
 *
 * @param by The person who filled in the members. Absent: unknown, so facts about the caller are missing.
 */
export async function layOut(
  layout: ArgumentLayout,
  members: Members,
  by?: Caller,
): Promise<LaidOut> {
  if (layout === 'object') return { ok: true, workflowArguments: [members] };
  const entries = await Promise.all(
    Object.entries(layout).map(
      async ([key, one]) => [key, await toArgument(one, members, by)] as const,
    ),
  );
  const violations = entries.flatMap(([key, argument]) => {
    if (typeof argument !== 'string') return [];
    const place = Array.isArray(layout) ? `argument ${Number(key) + 1}` : `the argument "${key}"`;
    return [{ path: '', message: `cannot be made into ${place} of the workflow: ${argument}` }];
  });
  if (violations.length > 0) return { ok: false, violations };
  const values = entries.map(
    ([key, argument]) => [key, typeof argument === 'string' ? undefined : argument.value] as const,
  );
  if (Array.isArray(layout)) {
    return { ok: true, workflowArguments: toPositional(values.map(([, value]) => value)) };
  }
  const object = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { ok: true, workflowArguments: [object] };
}
