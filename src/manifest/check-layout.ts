import type { ArgumentLayout } from '../core/argument-layout.js';

import type { LocatedProblem } from './located-problem.js';

/** Where a layout of arguments stands, and what is said of a name in it that means nothing. */
export interface LayoutPlace {
  /** Of what has the layout as its `arguments`. */
  readonly path: readonly PropertyKey[];
  /** Default: that the tool's input does not have it. */
  readonly misfit?: (name: string) => string;
}

/** Arguments by position that are none of some properties. */
export function checkLayout(
  layout: ArgumentLayout | undefined,
  properties: unknown,
  { path, misfit = (name) => `"${name}" is not a property of the tool's input.` }: LayoutPlace,
): LocatedProblem[] {
  if (layout === undefined || layout === 'object') return [];
  return layout.flatMap((name, index) =>
    typeof name !== 'string' || Object.hasOwn(properties ?? {}, name)
      ? []
      : [{ path: [...path, 'arguments', index], message: misfit(name) }],
  );
}
