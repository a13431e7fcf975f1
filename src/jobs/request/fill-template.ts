/** Texts and trees of a declaration, filled with the values of a call. */
import { JobFailureType } from '../../core/job/job-contract.js';
import { JobFailure } from '../../core/job/job-errors.js';
import type { JobTree, Template } from '../../core/job/job-spec.js';
import { fillPlaceholders, soleNameInTemplate } from '../../core/job/job-template.js';
import { toText } from '../../core/mapping/misfit.js';
import { isRecord } from '../../core/value/is-record.js';

import { type Compile, evaluate, type JobScope, readPlaceholder } from './job-scope.js';

/** The value of a text: that of its only placeholder, of any type, or a text with all of them filled in. */
export function fillTemplate(template: Template, scope: JobScope): unknown {
  const sole = soleNameInTemplate(template);
  if (sole !== undefined) return readPlaceholder(scope, sole);
  return fillPlaceholders(template, (name) => toText(readPlaceholder(scope, name)));
}

/** Escapes a value for a path. A segment of dots would lead to another path, and an empty one is a missing value. */
function toSegment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    const what = value === '' ? 'is missing' : `is "${value}"`;
    throw new JobFailure(JobFailureType.refused, `"${name}" ${what}, and is part of an address.`);
  }
  return encodeURIComponent(value);
}

/** At the beginning, `{job.url}` is an address that the service has given. It is kept as it is. */
const GIVEN_START = /^\{\+?(job\.[^{}]+)\}/;
const ABSOLUTE = /^https?:\/\//;

/** Fills in an address. */
export function fillUrl(template: Template, base: string, scope: JobScope): string {
  const given = toText(readPlaceholder(scope, GIVEN_START.exec(template)?.[1] ?? ''));
  const isGiven = ABSOLUTE.test(given);
  const rest = isGiven ? template.replace(GIVEN_START, '') : template;
  const filled = fillPlaceholders(rest, (name, keepsSlashes) => {
    const value = toText(readPlaceholder(scope, name));
    const parts = keepsSlashes ? value.split('/') : [value];
    return parts.map((part) => toSegment(name, part)).join('/');
  });
  if (isGiven) return given + filled;
  if (ABSOLUTE.test(filled)) return filled;
  return `${base.replace(/\/$/, '')}${filled.startsWith('/') || filled === '' ? '' : '/'}${filled}`;
}

/** Fills in a tree. `undefined`: it has no value, so its member is left out. */
export async function fillTree(tree: JobTree, scope: JobScope, compile: Compile): Promise<unknown> {
  if (typeof tree === 'string') return fillTemplate(tree, scope);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = await Promise.all(
      (tree as readonly JobTree[]).map(async (item) => fillTree(item, scope, compile)),
    );
    return items.filter((item) => item !== undefined);
  }
  const members = Object.entries(tree);
  const [first] = members;
  if (members.length === 1 && first?.[0] === 'expression' && typeof first[1] === 'string') {
    const found = await evaluate(compile(first[1]), scope.input, scope);
    if (found.ok) return found.value;
    const message = `A value of the request cannot be computed: ${found.reason}.`;
    throw new JobFailure(JobFailureType.refused, message);
  }
  const filled = await Promise.all(
    members.map(async ([name, member]) => [name, await fillTree(member, scope, compile)] as const),
  );
  return Object.fromEntries(filled.filter(([, member]) => member !== undefined));
}

/** Fills in texts by name. Those without a value are left out; lists stay lists. */
export function fillTexts(
  templates: Readonly<Record<string, Template>>,
  scope: JobScope,
): [string, string][] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const value = fillTemplate(template, scope);
    if (value === undefined || value === null) return [];
    return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
      name,
      toText(one),
    ]);
  });
}

export function toFields(content: unknown): [string, string][] {
  if (!isRecord(content)) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, toText(one)]),
  );
}
