import type { ArgumentLayout } from '../core/argument-layout.js';

import type { LocatedProblem } from './located-problem.js';
import { nearestName } from './nearest-name.js';

/** Where a layout of arguments stands, and what is said of a name in it that means nothing. */
export interface LayoutPlace {
  /** Of what has the layout as its `arguments`. */
  readonly path: readonly PropertyKey[];
  /** Default: that the tool's input does not have it. */
  readonly misfit?: (name: string) => string;
}

/** Arguments by position that are none of some properties, or are there already. */
export function checkLayout(
  layout: ArgumentLayout | undefined,
  properties: unknown,
  { path, misfit = (name) => `"${name}" is not a property of the tool's input.` }: LayoutPlace,
): LocatedProblem[] {
  if (layout === undefined || layout === 'object') return [];
  const known = Object.keys(properties ?? {});
  return layout.flatMap((name, index) => {
    if (typeof name !== 'string') return [];
    const place = [...path, 'arguments', index];
    if (!known.includes(name)) {
      const meant = nearestName(
        name,
        known.filter((one) => !layout.includes(one)),
      );
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      return [{ path: place, message: `${misfit(name)}${hint}` }];
    }
    const first = layout.indexOf(name);
    if (first === index) return [];
    const message = `"${name}" is argument ${first + 1} already: leave it out, or name the property that is meant.`;
    return [{ path: place, message }];
  });
}

/** Properties that no position takes, so that what is given for them would be lost. */
export function checkCoverage(
  layout: ArgumentLayout | undefined,
  properties: unknown,
  {
    path,
    isUsed = () => false,
  }: {
    /** Of the schema that has the properties. */
    readonly path: readonly PropertyKey[];
    /** Whether a property does something else. */
    readonly isUsed?: (name: string) => boolean;
  },
): LocatedProblem[] {
  if (layout === undefined || layout === 'object') return [];
  const known = Object.keys(properties ?? {});
  // A name that means nothing may be meant for one of those that seem to be missing.
  if (layout.some((name) => typeof name === 'string' && !known.includes(name))) return [];
  return known
    .filter((name) => !layout.includes(name) && !isUsed(name))
    .map((name) => ({
      path: [...path, 'properties', name],
      message: `No position of "arguments" takes "${name}", so what is given for it would be lost: add it there, or leave the property out.`,
      key: name,
    }));
}
