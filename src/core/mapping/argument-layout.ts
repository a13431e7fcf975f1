/** Layouts: values as arguments of a Workflow, or of a message to one. */
import type { Violation } from '../errors.js';
import { fromBase64 } from '../value/bytes.js';
import { toJsonPointer } from '../value/json-pointer.js';

import { type Expression, INPUT, type Reading, type Scope } from './expression.js';

export interface ConstantArgument {
  readonly value: unknown;
}

/** The bytes of a value that is base64. */
export interface BytesArgument {
  readonly bytes: Expression;
}

/** One object with several members. */
export interface ObjectArgument {
  readonly members: Readonly<Record<string, LaidOutArgument>>;
}

/** A computed value, a constant, bytes, or an object of them. */
export type LaidOutArgument = Expression | ConstantArgument | BytesArgument | ObjectArgument;

/** All members of a root as one object, or a list of arguments. */
export type ArgumentLayout = 'input' | 'answer' | readonly LaidOutArgument[];

function expressionsIn(argument: LaidOutArgument): readonly Expression[] {
  if ('value' in argument) return [];
  if ('bytes' in argument) return [argument.bytes];
  return 'members' in argument
    ? Object.values(argument.members).flatMap(expressionsIn)
    : [argument];
}

/** What a layout reads. */
export function readsOfLayout(layout: ArgumentLayout): readonly Reading[] {
  if (typeof layout === 'string') return [{ root: layout, path: [] }];
  return layout.flatMap(expressionsIn).flatMap(({ reads }) => reads);
}

export type LaidOut =
  | { readonly ok: true; readonly workflowArguments: readonly unknown[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/**
 * Values by position. A missing value in the middle becomes `null`, since JSON lists have no gaps. Missing values at
 * the end are left out.
 */
function toPositional(values: readonly unknown[]): unknown[] {
  const end = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, end).map((value) => value ?? null);
}

/** A value, or the reason why there is none, with the place of the argument at fault. Absent: several, or none. */
type Laid =
  { readonly value: unknown } | { readonly reason: string; readonly path?: string | undefined };

async function toBytes({ text, evaluate, place }: Expression, scope: Scope): Promise<Laid> {
  const evaluated = await evaluate(scope);
  if (!evaluated.ok || evaluated.value === undefined) return { value: undefined };
  const bytes = typeof evaluated.value === 'string' ? fromBase64(evaluated.value) : undefined;
  const path = place?.root === INPUT ? toJsonPointer(place.path) : undefined;
  return bytes ? { value: bytes } : { reason: `"${text}" is not base64`, path };
}

async function toObject({ members }: ObjectArgument, scope: Scope): Promise<Laid> {
  const laid = await Promise.all(
    Object.entries(members).map(
      async ([name, member]) => [name, await lay(member, scope)] as const,
    ),
  );
  for (const [name, entry] of laid)
    if ('reason' in entry) return { ...entry, reason: `${name}: ${entry.reason}` };
  const values = laid.map(
    ([name, entry]) => [name, 'value' in entry ? entry.value : undefined] as const,
  );
  return { value: Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}

async function lay(argument: LaidOutArgument, scope: Scope): Promise<Laid> {
  if ('value' in argument) return argument;
  if ('bytes' in argument) return toBytes(argument.bytes, scope);
  if ('members' in argument) return toObject(argument, scope);
  return argument.evaluate(scope);
}

/** Lays values out as arguments. An expression without a value counts as a missing argument. */
export async function layOut(layout: ArgumentLayout, scope: Scope): Promise<LaidOut> {
  if (typeof layout === 'string') return { ok: true, workflowArguments: [scope[layout] ?? {}] };
  const laid = await Promise.all(layout.map(async (argument) => lay(argument, scope)));
  const violations = laid.flatMap((entry, index) =>
    'reason' in entry
      ? [
          {
            path: entry.path ?? '',
            message: `cannot be made into argument ${index + 1} of the workflow: ${entry.reason}`,
          },
        ]
      : [],
  );
  if (violations.length > 0) return { ok: false, violations };
  const values = laid.map((entry) => ('value' in entry ? entry.value : undefined));
  return { ok: true, workflowArguments: toPositional(values) };
}
