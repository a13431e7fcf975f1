import { argumentAt, argumentsIn, carriedArguments } from '../../core/mapping/call-arguments.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { nearestName } from '../../core/value/find-nearest.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { ToolSource } from './tool-schema.js';

type Path = readonly PropertyKey[];

interface Shown {
  readonly name: string;
  readonly path: Path;
}

/** The arguments of the call that status, progress and questions show, with their places. */
function findShown({ status, progress, questions = {} }: ToolSource, path: Path): readonly Shown[] {
  const inPlaces = <Place>(
    key: string,
    places: Place | readonly Place[] | undefined,
    toNames: (place: Place) => readonly (readonly [string, string])[],
  ): readonly Shown[] => {
    const toShown = (place: Place, more: Path): readonly Shown[] =>
      toNames(place).map(([name, member]) => ({ name, path: [...path, key, ...more, member] }));
    if (places === undefined) return [];
    return isList(places)
      ? places.flatMap((place, index) => toShown(place, [index]))
      : toShown(places, []);
  };
  return [
    ...inPlaces('status', status, ({ text = '' }) =>
      argumentsIn(text).map((name) => [name, 'text'] as const),
    ),
    ...inPlaces('progress', progress, ({ total }) => {
      const name = typeof total === 'string' ? argumentAt(total) : undefined;
      return name === undefined ? [] : [[name, 'total'] as const];
    }),
    ...Object.entries(questions).flatMap(([key, { message, when }]) =>
      (when ? argumentsIn(message) : []).map((name) => ({
        name,
        path: [...path, 'questions', key, 'message'],
      })),
    ),
  ];
}

function isList<Place>(places: Place | readonly Place[]): places is readonly Place[] {
  return Array.isArray(places);
}

/**
 * Reports shown arguments that the tool's input lacks, or that the Workflow gets only changed. The server reads them
 * from the Workflow.
 */
export function checkShownArguments(
  source: ToolSource,
  { shown, workflow: { arguments: layout } }: ToolDefinition,
  path: Path,
): LocatedProblem[] {
  // The server does not know the arguments of adopted executions.
  if (source.workflow.adopt !== undefined) return [];
  const known = Object.keys(shown.inputSchema['properties'] ?? {});
  // Without a layout, code lays the arguments out, which cannot be checked.
  const carried = layout === undefined ? 'all' : carriedArguments(layout);
  return findShown(source, path).flatMap(({ name, path: place }) => {
    if (!known.includes(name)) {
      const meant = nearestName(name, known);
      const hint = meant === undefined ? '' : ` Did you mean "arguments.${meant}"?`;
      const message = `"${name}" is not a property of the tool's input.${hint}`;
      return [{ path: place, message }];
    }
    if (carried === 'all' || carried.some(([one]) => one === name)) return [];
    const message = `The Workflow does not get "${name}" unchanged, so it cannot be read later: pass it as an argument of its own.`;
    return [{ path: place, message }];
  });
}
