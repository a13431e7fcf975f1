/** How what somebody has filled in becomes the arguments of a Workflow, or of a message to one. */
import type { Violation } from '../errors.js';
import { LOCAL_OWNER } from '../person/owner.js';
import type { Caller } from '../person/caller.js';
import { toPrincipal } from '../person/to-principal.js';
import { ownMember } from '../value/own-member.js';

import { readCaller } from './caller-placeholder.js';
import type { Expression } from './expression.js';

/** A value that is always the same. */
export interface ConstantArgument {
  readonly value: unknown;
}

/** A value that an expression makes of all that was filled in. */
export interface ComputedArgument {
  readonly expression: Expression;
}

/** What is known of whoever fills it in. */
export interface CallerArgument {
  /** See `caller-placeholder.ts`. */
  readonly caller: string;
}

/** A member by its name, or one of these. */
export type LaidOutArgument = string | ConstantArgument | ComputedArgument | CallerArgument;

/** All of it as one object; one argument after the other; or one object with members of its own. */
export type ArgumentLayout =
  'object' | readonly LaidOutArgument[] | Readonly<Record<string, LaidOutArgument>>;

/** Members laid out, or why they cannot be. */
export type LaidOut =
  | { readonly ok: true; readonly workflowArguments: readonly unknown[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

type Members = Readonly<Record<string, unknown>>;

/**
 * Values by position: `null` for what is missing in the middle, because JSON has no gaps; nothing for what is missing at
 * the end.
 */
export function toPositional(values: readonly unknown[]): unknown[] {
  const end = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, end).map((value) => value ?? null);
}

/** One argument; or a text that says why there is none. */
async function toArgument(
  one: LaidOutArgument,
  members: Members,
  by: Caller | undefined,
): Promise<{ value: unknown } | string> {
  if (typeof one === 'string') return { value: ownMember(members, one) };
  if ('value' in one) return one;
  if ('caller' in one) return { value: readCaller(one.caller, by) };
  const evaluated = await one.expression.evaluate(members, {
    owner: by?.owner ?? LOCAL_OWNER,
    variables: { principal: by && toPrincipal(by) },
  });
  return evaluated.ok ? evaluated : evaluated.reason;
}

/**
 * Lays members out as arguments. An expression that gives nothing is like a member that is missing.
 *
 * @param by Whoever has filled them in. Absent: nobody is known, and what would be told of them is missing.
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
