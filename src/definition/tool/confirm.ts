/** `confirm` of a tool: what a person has to confirm before the start. */
import * as z from 'zod';

import { key } from '../keys.js';
import { expression, type Made, text } from '../leaves.js';

const guarded = z.strictObject({
  text: text.describe('The text: "Delete {filename}?".'),
  if: key(
    expression,
    'A guard: it is asked unless this expression gives exactly false. "amount > `500`".',
  ),
});

export const confirm = z.union([text, guarded], {
  error: 'Write the text, or { text: "…", if: "…" }.',
});

export type Confirmation = Made<z.output<typeof guarded>>;

export function toConfirmation(own: Made<z.output<typeof confirm>>): Confirmation {
  return 'parts' in own ? { text: own } : own;
}
