/** Checks of a `result` beyond the schema. */
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import type { LocatedProblem } from '../file/located-problem.js';
import { checkExpression } from '../start/check-layout.js';

import type { ResourceSource, ResultSource } from './result-schema.js';

type Path = readonly PropertyKey[];

/** Keys that only one of the two kinds of resources can have. */
const OF_CONTENT = ['encoding', 'over'] as const;
const OF_LOCATION = ['under', 'headers', 'limit', 'maxSize'] as const;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function isDirectory(under: string): boolean {
  return under.startsWith('/') && !under.split('/').includes('..');
}

function findUnderFault(under: string, hasHeaders: boolean): string | undefined {
  if (isDirectory(under)) {
    return hasHeaders ? 'Files are read without headers: leave them out.' : undefined;
  }
  const url = URL.canParse(under) ? new URL(under) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return 'Write an absolute directory ("/srv/reports"), or a URL ("https://files.example.com/reports/").';
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || !url.pathname.endsWith('/')) {
    return 'Write a URL whose path ends with a slash, without a query, a fragment or a password.';
  }
  if (hasHeaders && !isSecureUrl(under)) return 'Headers are sent over https only.';
  return undefined;
}

function checkLocation(resource: ResourceSource, path: Path): LocatedProblem[] {
  const { location, under, headers = {} } = resource;
  if (location === undefined) {
    return OF_LOCATION.filter((key) => resource[key] !== undefined).map((key) => ({
      path: [...path, key],
      message: `${key} is about what is stored elsewhere: write its "location" as well.`,
    }));
  }
  if (under === undefined) {
    const message = 'Missing: under which URL or directory it is: write "under".';
    return [{ path: [...path, 'location'], message }];
  }
  const fault = findUnderFault(under, Object.keys(headers).length > 0);
  const names = Object.keys(headers).filter((name) => !HEADER_NAME.test(name));
  return [
    ...(fault === undefined ? [] : [{ path: [...path, 'under'], message: fault }]),
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
