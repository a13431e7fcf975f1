/** The arguments of a call, read back from those of its Workflow. */
import { isRecord } from '../value/is-record.js';
import { ownMember } from '../value/members.js';

import type { ArgumentLayout, LaidOutArgument } from './argument-layout.js';
import { INPUT } from './expression.js';

export type CallArguments = Readonly<Record<string, unknown>>;

/** Where the Workflow gets an argument unchanged; without a name, all of them. */
interface Carried {
  readonly name?: string | undefined;
  readonly at: readonly (string | number)[];
}

function carriedBy(argument: LaidOutArgument, at: Carried['at']): readonly Carried[] {
  if ('members' in argument) {
    return Object.entries(argument.members).flatMap(([name, member]) =>
      carriedBy(member, [...at, name]),
    );
  }
  const { place } = 'evaluate' in argument ? argument : {};
  if (place?.root !== INPUT || place.path.length > 1) return [];
  return [{ name: place.path[0], at }];
}

function carriedArguments(layout: ArgumentLayout): readonly Carried[] {
  if (typeof layout === 'string') return layout === INPUT ? [{ at: [0] }] : [];
  return layout.flatMap((argument, index) => carriedBy(argument, [index]));
}

/** The arguments that the Workflow gets unchanged, so that they can be read later. */
export function namesCarried(layout: ArgumentLayout): 'all' | readonly string[] {
  const names = carriedArguments(layout).map(({ name }) => name);
  return names.includes(undefined) ? 'all' : (names as readonly string[]);
}

function readAt(value: unknown, at: Carried['at']): unknown {
  return at.reduce<unknown>((part, step) => {
    if (typeof step === 'number') return Array.isArray(part) ? (part[step] as unknown) : undefined;
    return isRecord(part) ? ownMember(part, step) : undefined;
  }, value);
}

export function toCallArguments(
  layout: ArgumentLayout = INPUT,
  workflowArguments: readonly unknown[] = [],
): CallArguments {
  const objects = carriedArguments(layout).map(({ name, at }): object => {
    const value = readAt(workflowArguments, at);
    if (name !== undefined) return { [name]: value };
    return isRecord(value) ? value : {};
  });
  return Object.assign({}, ...objects) as CallArguments;
}
