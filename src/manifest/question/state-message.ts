/** `status` and `progress` of a tool: the places where a Workflow shows its state. */
import * as z from 'zod';

import type { DeclaredProgress, DeclaredStatus } from '../../core/tool/declared-status.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { text, key } from '../key.js';

import {
  checkSource,
  findSources,
  memberPath,
  stateSource,
  type StateSource,
} from './state-source.js';

const from = stateSource.describe('The place where the Workflow shows its state.');

const status = z.strictObject({
  from,
  text: key(
    text,
    'The text that is shown, with {members} of what was read, and {arguments.order_id} of the call. Default: what was read.',
  ),
});

const progress = z.strictObject({
  from,
  total: key(
    z.union([z.number().positive(), memberPath], {
      error:
        'Write a number, or the member or argument that is one: "pages.total", "arguments.pages".',
    }),
    'The number at the end: a number, the member that has it, or an argument (arguments.files).',
  ),
  message: key(memberPath, 'The member that says what is being done.'),
});

/** `status`: one place, or several in their order. */
export const statusSchema = z.union([status, z.array(status)]);
/** `progress`: one place, or several in their order. */
export const progressSchema = z.union([progress, z.array(progress)]);

/** Stands for a missing source, which the check reports. */
const NOWHERE = { kind: 'memo', name: '' } as const;

function toList<Place extends object>(
  places: Place | readonly Place[] | undefined,
): readonly Place[] {
  if (places === undefined) return [];
  return Array.isArray(places) ? (places as readonly Place[]) : [places as Place];
}

function toPlace(source: StateSource): Pick<DeclaredStatus, 'source' | 'path'> {
  const [found = NOWHERE] = findSources(source);
  return { source: found, ...(source.path !== undefined && { path: source.path }) };
}

/** Sources of status messages; `undefined` without `status`. */
export function toDeclaredStatus(
  places: z.output<typeof statusSchema> | undefined,
): readonly DeclaredStatus[] | undefined {
  return (
    places &&
    toList(places).map((place) => ({
      ...toPlace(place.from),
      ...(place.text !== undefined && { text: place.text }),
    }))
  );
}

/** Sources of progress; `undefined` without `progress`. */
export function toDeclaredProgress(
  places: z.output<typeof progressSchema> | undefined,
): readonly DeclaredProgress[] | undefined {
  return (
    places &&
    toList(places).map(({ from: source, total, message }) => ({
      ...toPlace(source),
      ...(total !== undefined && { total }),
      ...(message !== undefined && { messagePath: message }),
    }))
  );
}

/** Problems of the places of `status` or `progress`. */
export function checkPlaces<Place extends { readonly from: StateSource }>(
  places: Place | readonly Place[] | undefined,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const isList = Array.isArray(places);
  return toList(places).flatMap((place, index) =>
    checkSource(place.from, [...path, ...(isList ? [index] : []), 'from']),
  );
}
