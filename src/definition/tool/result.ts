/** `result` of tools and actions: the mapping of a Workflow's return value. */
import * as z from 'zod';

import type { Expression } from '../../core/mapping/expression.js';
import type { Text } from '../../core/mapping/text.js';
import { LARGE_BYTES } from '../../core/value/bytes.js';
import { key, plain, size } from '../keys.js';
import { defaulting, type Fault, Leaf, leafOf, type Made, text, within } from '../leaves.js';
import { placeLater, withoutInput, withSubject } from '../roots.js';

const expression = leafOf<Expression>(
  'expression',
  z.string({
    error:
      'Write an expression in quotes: "{ id: $result.id, total: sum($result.lines[].cents) }".',
  }),
);

const ownKeys = {
  structured: key(expression, 'An expression that gives the structured content: an object.'),
  text: key(
    leafOf<Text>(
      'text',
      z.string({ error: 'Write a text with expressions in it: "Order {$result.id}".' }).min(1),
    ),
    'The text for people and models: "Order {$result.id}".',
  ),
};

/** It is read again with the content, when nothing else of the call is at hand. */
const resource = within(
  z.strictObject({
    content: defaulting(
      expression,
      new Leaf<Expression>('expression', '$result'),
      'An expression for a part of what was returned. Default: all of it.',
    ),
    encoding: key(
      z.literal('base64', 'Write base64, or leave it out.'),
      'base64: the content is bytes, written as base64 text.',
    ),
    largerThan: defaulting(
      size,
      LARGE_BYTES,
      `Smaller content stays in the result. Default: "${LARGE_BYTES / 1_000} KB".`,
    ),
    name: key(text, 'The name for clients: "order-{$result.id}.pdf".'),
    mimeType: key(plain, 'The MIME type. Default: the type of the content.'),
  }),
  (_, place) => withSubject({ ...withoutInput(place), roots: {} }, 'result'),
);

export const result = within(
  z.strictObject({
    ...ownKeys,
    resource: key(
      resource,
      'The part that is too large for a result, as a link that clients read.',
    ),
    misfit: key(
      z.literal('text', 'Write text, or leave it out.'),
      'text: a result that does not fit "output" or these expressions is given as text, with a warning. Default: the call fails.',
    ),
  }),
  (_, place) => withSubject(placeLater(place), 'result'),
);
export const actionResult = within(z.strictObject(ownKeys), (_, place) =>
  withSubject(withoutInput(place), 'result'),
);

type Source = z.output<typeof result>;
export type ResultMapping = Made<Source>;
type Resource = Made<z.output<typeof resource>>;
/** Without content, the returned value has to be bytes. */
export type ResourceDefinition = Omit<Resource, 'content'> & Partial<Pick<Resource, 'content'>>;

/** @param hasOutput The tool has an output schema. */
export function checkResult(written: Source | undefined, hasOutput: boolean): readonly Fault[] {
  if (!written) return [];
  const { structured, text, resource, misfit } = written;
  const faults: Fault[] = [];
  const isMapped = structured !== undefined || text !== undefined || resource !== undefined;
  if (!isMapped && misfit === undefined) {
    faults.push({ path: [], message: 'Missing: structured, text, resource or misfit.' });
  }
  if (misfit !== undefined && !isMapped && !hasOutput) {
    const message =
      'Without an "output" and without an expression, every result fits: leave it out.';
    faults.push({ path: ['misfit'], message });
  }
  if (resource && hasOutput && structured === undefined) {
    const message =
      'A result with a link must fit "output", too: write "structured", which gives its object.';
    faults.push({ path: ['resource'], message });
  }
  return faults;
}
