/** `result` of tools and actions: the mapping of a Workflow's return value. */
import * as z from 'zod';

import type { ResultMapping } from '../../core/tool/result-mapping.js';
import { DEFAULT_OVER_BYTES, type ResourceDefinition } from '../../core/tool/task-resource.js';
import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { plain, key, size } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import { type Place, withoutInput, withSubject } from '../../definition/roots.js';
import { toExpression } from '../compile/compile-expression.js';
import { toText } from '../compile/compile-text.js';
import type { LocatedProblem } from '../manifest-error.js';

const expression = z.string({
  error: 'Write an expression in quotes: "{ id: $result.id, total: sum($result.lines[].cents) }".',
});

const ownKeys = {
  structured: key(expression, 'An expression that gives the structured content: an object.'),
  text: key(
    z.string({ error: 'Write a text with expressions in it: "Order {$result.id}".' }).min(1),
    'The text for people and models: "Order {$result.id}".',
  ),
};

const resourceSchema = z.strictObject({
  content: key(expression, 'An expression for a part of what was returned. Default: all of it.'),
  encoding: key(
    z.literal('base64', 'Write base64, or leave it out.'),
    'base64: the content is bytes, written as base64 text.',
  ),
  largerThan: key(size, 'Smaller content stays in the result. Default: "40 KB".'),
  name: key(plain, 'The name for clients: "order-{$result.id}.pdf".'),
  mimeType: key(plain, 'The MIME type. Default: the type of the content.'),
});

export const resultSchema = z.strictObject({
  ...ownKeys,
  resource: key(
    resourceSchema,
    'The part that is too large for a result, as a link that clients read.',
  ),
  misfit: key(
    z.literal('text', 'Write text, or leave it out.'),
    'text: a result that does not fit "output" or these expressions is given as text, with a warning. Default: the call fails.',
  ),
});
export const actionResultSchema = z.strictObject(ownKeys);

type ResultSource = z.output<typeof resultSchema>;
type ResourceSource = z.output<typeof resourceSchema>;

/** The Workflow's whole return value. */
const WHOLE = '$result';

function toResource(source: ResourceSource): ResourceDefinition {
  const { content = WHOLE, encoding, largerThan = DEFAULT_OVER_BYTES, name, mimeType } = source;
  return {
    expression: toExpression(content),
    isBase64: encoding !== undefined,
    overBytes: largerThan,
    name: name === undefined ? undefined : toText(name),
    mimeType,
  };
}

/** The check reports compile errors. */
export function toResultMapping(source: ResultSource, names: readonly string[]): ResultMapping {
  const { structured, text, resource, misfit } = source;
  return {
    structured: structured === undefined ? undefined : toExpression(structured, names),
    text: text === undefined ? undefined : toText(text, names),
    resource: resource && toResource(resource),
    givesMisfits: misfit ? true : undefined,
  };
}

/** @param later What is known of the call by then. */
export function textsOfResult(
  result: ResultSource | undefined,
  toolPath: readonly PropertyKey[],
  later: Place,
): readonly Written[] {
  const { structured, text: textSource, resource } = result ?? {};
  const path = [...toolPath, 'result'];
  const place = withSubject(later, 'result');
  // It is read again with the content, when nothing else of the call is at hand.
  const alone = withSubject({ ...withoutInput(later), roots: {} }, 'result');
  const all: readonly (readonly [Written['path'], Written['kind'], string | undefined, Place])[] = [
    [['structured'], 'expression', structured, place],
    [['text'], 'text', textSource, place],
    [['resource', 'content'], 'expression', resource?.content, alone],
    [['resource', 'name'], 'text', resource?.name, alone],
  ];
  return all.flatMap(([at, kind, source, ownPlace]) =>
    source === undefined ? [] : [{ path: [...path, ...at], kind, text: source, place: ownPlace }],
  );
}

export function checkResult(
  result: ResultSource | undefined,
  output: JsonSchema | undefined,
  toolPath: readonly PropertyKey[],
): LocatedProblem[] {
  if (!result) return [];
  const path = [...toolPath, 'result'];
  const { structured, text, resource, misfit } = result;
  const problems: LocatedProblem[] = [];
  const isMapped = structured !== undefined || text !== undefined || resource !== undefined;
  if (!isMapped && misfit === undefined) {
    problems.push({ path, message: 'Missing: structured, text, resource or misfit.' });
  }
  if (misfit !== undefined && !isMapped && !output) {
    const message =
      'Without an "output" and without an expression, every result fits: leave it out.';
    problems.push({ path: [...path, 'misfit'], message });
  }
  if (resource && output && structured === undefined) {
    const message =
      'A result with a link must fit "output", too: write "structured", which gives its object.';
    problems.push({ path: [...path, 'resource'], message });
  }
  return problems;
}
