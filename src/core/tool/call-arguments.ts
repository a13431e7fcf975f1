/** The arguments of a call among what a manifest reads of its Workflow: `arguments.order_id`, as if it were a member. */
import { isRecord } from '../value/is-record.js';
import { readMember } from '../value/member-path.js';
import { ownMember } from '../value/own-member.js';
import { quote } from '../value/quote.js';

import type { ArgumentLayout } from './argument-layout.js';
import { fillPlaces, pathsIn } from './fill-in.js';

const PREFIX = 'arguments.';

/** Arguments by name. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** A value that was read of a Workflow, with the arguments of its call. */
export interface ReadValue {
  readonly value: unknown;
  /** Absent: nothing asks for them, or they are not known. */
  readonly callArguments?: CallArguments | undefined;
}

/** The member at a path: of the arguments, if it begins so. */
export function readPlace({ value, callArguments }: ReadValue, path: string | undefined): unknown {
  return path?.startsWith(PREFIX) === true
    ? readMember(callArguments, path.slice(PREFIX.length))
    : readMember(value, path);
}

/** A text with members of what was read, and with arguments. */
export function fillInRead(template: string, read: ReadValue): string {
  return fillPlaces(template, (path) => quote(readPlace(read, path)));
}

/** The argument that a path names; `undefined`: it names a member of what is read. */
export function argumentAt(path: string): string | undefined {
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length).split('.')[0] : undefined;
}

/** The arguments that the placeholders of a text name. */
export function argumentsIn(text: string): readonly string[] {
  return pathsIn(text).flatMap((path) => argumentAt(path) ?? []);
}

/** The arguments that a Workflow gets as they are: those that can be read of it later. */
export function carriedArguments(
  layout: ArgumentLayout,
): 'all' | readonly (readonly [name: string, at: string | number])[] {
  if (layout === 'object') return 'all';
  const places: [string, unknown][] = Object.entries(layout);
  return places.flatMap(([key, one]) =>
    typeof one === 'string' ? [[one, Array.isArray(layout) ? Number(key) : key] as const] : [],
  );
}

/** The arguments of a call, by what its Workflow was started with. */
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
