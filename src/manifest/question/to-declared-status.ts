import type { DeclaredProgress, DeclaredStatus } from '../../core/tool/declared-status.js';
import type { LocatedProblem } from '../file/located-problem.js';

import { checkSource, findSources, type SourceOfManifest } from './source-schema.js';
import type { ProgressSource, StatusSource } from './status-schema.js';

/** One place, or several in their order. */
type Places<Place> = Place | readonly Place[] | undefined;

function toList<Place extends object>(places: Places<Place>): readonly Place[] {
  if (places === undefined) return [];
  return Array.isArray(places) ? (places as readonly Place[]) : [places as Place];
}

/** Stands for a missing source, which the check reports. */
const NOWHERE = { kind: 'memo', name: '' } as const;

/** Sources of status messages; `undefined` without `status`. */
export function toDeclaredStatus(
  places: Places<StatusSource>,
): readonly DeclaredStatus[] | undefined {
  const list = toList(places).map((place): DeclaredStatus => {
    const [source = NOWHERE] = findSources(place);
    const { path, text } = place;
    return { source, ...(path !== undefined && { path }), ...(text !== undefined && { text }) };
  });
  return list.length === 0 ? undefined : list;
}

/** Sources of progress; `undefined` without `progress`. */
export function toDeclaredProgress(
  places: Places<ProgressSource>,
): readonly DeclaredProgress[] | undefined {
  const list = toList(places).map((place): DeclaredProgress => {
    const [source = NOWHERE] = findSources(place);
    const { path, total, message } = place;
    return {
      source,
      ...(path !== undefined && { path }),
      ...(total !== undefined && { total }),
      ...(message !== undefined && { messagePath: message }),
    };
  });
  return list.length === 0 ? undefined : list;
}

/** Problems of the places of `status` or `progress`. */
export function checkPlaces(
  places: Places<SourceOfManifest>,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const isList = Array.isArray(places);
  return toList(places).flatMap((place, index) =>
    checkSource(place, isList ? [...path, index] : path),
  );
}
