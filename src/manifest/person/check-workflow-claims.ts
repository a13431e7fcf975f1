/** Claims of the caller that a manifest uses without `workflowClaims`. */
import { placeholdersIn } from '../../core/tool/argument-template.js';
import { claimIn } from '../../core/tool/caller-placeholder.js';
import { isRecord } from '../../core/value/is-record.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import type { ManifestSource } from '../manifest-schema.js';

/** The keys whose texts may have placeholders of the caller. */
const FILLED_IN: readonly string[] = [
  ...['arguments', 'id', 'memo', 'searchAttributes', 'summary', 'details'],
];

interface PlacedText {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** Finds the texts whose placeholders are filled in, at any depth. */
function findTexts(
  value: unknown,
  path: readonly PropertyKey[],
  isFilledIn: boolean,
): PlacedText[] {
  if (typeof value === 'string') return isFilledIn ? [{ path, text: value }] : [];
  const members: readonly (readonly [PropertyKey, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isRecord(value) ? value : {});
  return members.flatMap(([key, member]) => {
    // Schemas have no placeholders, and a constant is taken as it is.
    if (key === 'input' || key === 'output' || key === 'properties' || key === 'value') return [];
    return findTexts(member, [...path, key], isFilledIn || FILLED_IN.includes(String(key)));
  });
}

/**
 * Reports placeholders of claims that `server.auth.workflowClaims` lacks. Without `server.auth`, the program decides.
 */
export function checkWorkflowClaims({ server, tools, actions }: ManifestSource): LocatedProblem[] {
  const { auth } = server ?? {};
  if (!auth) return [];
  const { workflowClaims = [] } = auth;
  return findTexts({ tools, actions }, [], false).flatMap(({ path, text }) =>
    [...new Set(placeholdersIn(text).map(claimIn))].flatMap((claim) => {
      if (claim === undefined || claim === '' || workflowClaims.includes(claim)) return [];
      const message = `Workflows are not told the claim "${claim}": name it under server.auth.workflowClaims.`;
      return [{ path, message }];
    }),
  );
}
