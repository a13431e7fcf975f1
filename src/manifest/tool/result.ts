/** `result` of tools and actions: the mapping of a Workflow's return value. */
import * as z from 'zod';

import type { ResourceDefinition } from '../../core/task/task-resource.js';
import type { ResultMapping } from '../../core/tool/result-mapping.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import { toExpression } from '../expression/compile-expression.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { duration, text, DURATION, key, size } from '../key.js';
import { checkExpression, computedSchema } from '../start/layout.js';

/** A text that is always an expression, so that it stands without `{ expression: … }`. */
const expression = z.string({
  error: 'Write an expression in quotes: "{ id: order_id, total: sum(lines[].cents) }".',
});

const ownKeys = {
  structured: key(expression, 'An expression that gives the structured content: an object.'),
  text: key(
    z.union([text, computedSchema], {
      error:
        'Write a text with members in it ("Order {id}"), or an expression that gives one ({ expression: "…" }).',
    }),
    'The text for people and models, with {members} of what was returned; or an expression that gives it.',
  ),
};

const resourceSchema = z.strictObject({
  content: key(expression, 'An expression for a part of what was returned. Default: all of it.'),
  encoding: key(
    z.literal('base64', 'Write base64, or leave it out.'),
    'base64, if that is a text that holds bytes.',
  ),
  largerThan: key(size, 'Smaller content stays in the result. Default: "40 KB".'),
  location: key(
    expression,
    'An expression that gives the URL or the path where the Workflow has put the content.',
  ),
  within: key(text, 'The URL or the directory in which the location has to be.'),
  headers: key(z.record(z.string(), text), 'Headers of the request, over https.'),
  timeout: key(duration, `The time for reading the content. Default: 30 s. ${DURATION}`),
  maxSize: key(size, 'Larger content is not read. Default: 10 MiB.'),
  name: key(text, 'The name for clients, with {members} of what was returned.'),
  mimeType: key(text, 'The MIME type. Default: that of the content or the location.'),
});

/** `result` of a tool. */
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
/** `result` of an action. */
export const actionResultSchema = z.strictObject(ownKeys);

type ResultSource = z.output<typeof resultSchema>;
type ResourceSource = z.output<typeof resourceSchema>;
type Path = readonly PropertyKey[];

/** Claude Code warns of results of more than 10,000 tokens. In JSON or prose, that is about this number of bytes. */
const DEFAULT_OVER_BYTES = 40_000;
/** Size in base64 that clients take as one message without trouble. */
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 30_000;
/** The Workflow's whole return value. */
const WHOLE = '@';

function toResource(source: ResourceSource): ResourceDefinition {
  const { content = WHOLE, encoding, location, within = '', headers = {} } = source;
  const { largerThan, timeout, maxSize, name, mimeType } = source;
  return {
    source:
      location === undefined
        ? {
            kind: 'content',
            expression: toExpression(content),
            isBase64: encoding !== undefined,
            overBytes: largerThan ?? DEFAULT_OVER_BYTES,
          }
        : {
            kind: 'location',
            expression: toExpression(location),
            place: {
              under: within,
              headers,
              limitMs: timeout ?? DEFAULT_TIMEOUT_MS,
              maxBytes: maxSize ?? DEFAULT_MAX_BYTES,
            },
          },
    ...(name !== undefined && { name }),
    ...(mimeType !== undefined && { mimeType }),
  };
}

/** The compiled result mapping of a tool. The check reports compile errors. */
export function toResultMapping(source: ResultSource): ResultMapping {
  const { structured, text, resource, misfit } = source;
  return {
    ...(structured !== undefined && { structured: toExpression(structured) }),
    ...(text !== undefined && {
      text: typeof text === 'string' ? text : toExpression(text.expression),
    }),
    ...(resource && { resource: toResource(resource) }),
    ...(misfit && { givesMisfits: true }),
  };
}

/** Keys that only one of the two kinds of resources can have. */
const OF_CONTENT = ['encoding', 'largerThan'] as const;
const OF_LOCATION = ['within', 'headers', 'timeout', 'maxSize'] as const;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function isDirectory(within: string): boolean {
  return within.startsWith('/') && !within.split('/').includes('..');
}

function findPlaceFault(within: string, hasHeaders: boolean): string | undefined {
  if (isDirectory(within)) {
    return hasHeaders ? 'Files are read without headers: leave them out.' : undefined;
  }
  const url = URL.canParse(within) ? new URL(within) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return 'Write an absolute directory ("/srv/reports"), or a URL ("https://files.example.com/reports/").';
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || !url.pathname.endsWith('/')) {
    return 'Write a URL whose path ends with a slash, without a query, a fragment or a password.';
  }
  if (hasHeaders && !isSecureUrl(within)) return 'Headers are sent over https only.';
  return undefined;
}

function checkLocation(resource: ResourceSource, path: Path): LocatedProblem[] {
  const { location, within, headers = {} } = resource;
  if (location === undefined) {
    return OF_LOCATION.filter((key) => resource[key] !== undefined).map((key) => ({
      path: [...path, key],
      message: `${key} is about what is stored elsewhere: write its "location" as well.`,
    }));
  }
  if (within === undefined) {
    const message = 'Missing: the URL or the directory that it is in: write "within".';
    return [{ path: [...path, 'location'], message }];
  }
  const fault = findPlaceFault(within, Object.keys(headers).length > 0);
  const names = Object.keys(headers).filter((name) => !HEADER_NAME.test(name));
  return [
    ...(fault === undefined ? [] : [{ path: [...path, 'within'], message: fault }]),
    ...names.map((name) => ({
      path: [...path, 'headers', name],
      message: `"${name}" is not the name of a header.`,
    })),
  ];
}

function checkResource(resource: ResourceSource, path: Path): LocatedProblem[] {
  const { content, location } = resource;
  const problems: LocatedProblem[] = [];
  if (content !== undefined && location !== undefined) {
    const message = 'It is in the result or stored elsewhere: write content or location.';
    problems.push({ path: [...path, 'content'], message });
  }
  for (const key of ['content', 'location'] as const) {
    const expression = resource[key];
    if (expression !== undefined) problems.push(...checkExpression(expression, [...path, key]));
  }
  if (location !== undefined) {
    for (const key of OF_CONTENT.filter((one) => resource[one] !== undefined)) {
      const message = `${key} is about what the result itself has: leave it out.`;
      problems.push({ path: [...path, key], message });
    }
  }
  return [...problems, ...checkLocation(resource, path)];
}

/** Problems of a `result`. */
export function checkResult(
  result: ResultSource | undefined,
  output: ObjectSchema | undefined,
  toolPath: Path,
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
      'Everything fits where there is neither an "output" nor an expression: leave it out.';
    problems.push({ path: [...path, 'misfit'], message });
  }
  if (structured !== undefined) {
    problems.push(...checkExpression(structured, [...path, 'structured']));
  }
  if (typeof text === 'object') {
    problems.push(...checkExpression(text.expression, [...path, 'text', 'expression']));
  }
  if (resource && output && structured === undefined) {
    const message =
      'A result with a link has to fit "output" too: write the object that it has as "structured".';
    problems.push({ path: [...path, 'resource'], message });
  }
  return resource ? [...problems, ...checkResource(resource, [...path, 'resource'])] : problems;
}
