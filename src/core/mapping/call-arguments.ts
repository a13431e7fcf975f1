/** The arguments of a call, read like members of its Workflow's state: `arguments.order_id`. */
import { isRecord } from '../value/is-record.js';
import { readMember } from '../value/member-path.js';
import { ownMember } from '../value/members.js';
import { quote } from '../value/quote.js';

import type { ArgumentLayout } from './argument-layout.js';
import { fillPlaces, pathsIn } from './fill-in.js';

const PREFIX = 'arguments.';

export type CallArguments = Readonly<Record<string, unknown>>;

/** A value that was read from a Workflow, with the arguments of its call. */
export interface ReadValue {
  readonly value: unknown;
  /** Absent: no text needs the arguments, or they are unknown. */
  readonly callArguments?: CallArguments | undefined;
}

/** Reads the member at a path: of the arguments if the path begins with `arguments.`, else of the value. */
export function readPlace({ value, callArguments }: ReadValue, path: string | undefined): unknown {
  return path?.startsWith(PREFIX) === true
    ? readMember(callArguments, path.slice(PREFIX.length))
    : readMember(value, path);
}

export function fillInRead(template: string, read: ReadValue): string {
  return fillPlaces(template, (path) => quote(readPlace(read, path)));
}

/** The argument that a path names; `undefined` if it names a member of the read value. */
export function argumentAt(path: string): string | undefined {
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length).split('.')[0] : undefined;
}

export function argumentsIn(text: string): readonly string[] {
  return pathsIn(text).flatMap((path) => argumentAt(path) ?? []);
}

/** The arguments that the Workflow gets unchanged, so that they can be read back from its input. */
export function carriedArguments(
  layout: ArgumentLayout,
): 'all' | readonly (readonly [name: string, at: string | number])[] {
  if (layout === 'object') return 'all';
  const places: [string, unknown][] = Object.entries(layout);
  return places.flatMap(([key, one]) =>
    typeof one === 'string' ? [[one, Array.isArray(layout) ? Number(key) : key] as const] : [],
  );
}

export function toCallArguments(
  layout: ArgumentLayout = 'object',
  workflowArguments: readonly unknown[] = [],
): CallArguments {
  const [first] = workflowArguments;
  const carried = carriedArguments(layout);
  if (carried === 'all') return isRecord(first) ? first : {};
  return Object.fromEntries(
    carried.map(([name, at]) => [
      name,
      typeof at === 'number' ? workflowArguments[at] : isRecord(first) && ownMember(first, at),
    ]),
  );
}
