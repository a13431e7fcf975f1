/** `confirm` of a tool: what a person has to confirm before the start. */
import * as z from 'zod';

import type { Confirmation } from '../../core/tool/tool-definition.js';
import { textsOfGuard, type Written } from '../compile/check-names.js';
import { toOptionalExpression } from '../compile/compile-expression.js';
import { toText } from '../compile/compile-text.js';
import type { Place } from '../compile/roots.js';
import { key, text } from '../key.js';

const confirmation = z.strictObject({
  text: text.describe('The text: "Delete {filename}?".'),
  if: key(
    text,
    'A guard: it is asked unless this expression gives exactly false. "amount > `500`".',
  ),
});

export const confirmationSchema = z.union([text, confirmation], {
  error: 'Write the text, or { text: "…", if: "…" }.',
});

type ConfirmationSource = z.output<typeof confirmationSchema>;

function toGroup(source: ConfirmationSource): z.output<typeof confirmation> {
  return typeof source === 'string' ? { text: source } : source;
}

export function toConfirmation(
  source: ConfirmationSource | undefined,
  names: readonly string[],
): Confirmation | undefined {
  if (source === undefined) return undefined;
  const { text: written, if: guard } = toGroup(source);
  return { text: toText(written, names), if: toOptionalExpression(guard, names) };
}

export function textsOfConfirmation(
  source: ConfirmationSource | undefined,
  path: readonly PropertyKey[],
  place: Place,
): readonly Written[] {
  if (source === undefined) return [];
  const { text: written, if: guard } = toGroup(source);
  const at = typeof source === 'string' ? path : [...path, 'text'];
  return [{ path: at, kind: 'text', text: written, place }, ...textsOfGuard(guard, path, place)];
}
