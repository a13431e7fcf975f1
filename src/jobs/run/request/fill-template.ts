/** Texts and trees of a declaration, filled with the values of a call. */
import { fillTree, type JsonTree } from '../../../core/mapping/json-tree.js';
import { toText } from '../../../core/mapping/misfit.js';
import {
  type Compiler,
  type FilledPlaceholder,
  fillParts,
  fillValue,
} from '../../../core/mapping/text.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { JobStageCall } from '../../contract/job-contract.js';
import { JobFault } from '../../contract/job-errors.js';
import type { Template } from '../../contract/job-spec.js';

import type { JobScope } from './job-scope.js';

/** Escapes a value for a path. A segment of dots would lead to another path, and an empty one is a missing value. */
function toSegments({ expression, keepsSlashes, value }: FilledPlaceholder): string {
  const text = toText(value);
  const segments = keepsSlashes ? text.split('/') : [text];
  const wrong = segments.find((segment) => ['', '.', '..'].includes(segment));
  if (wrong !== undefined) {
    const what = wrong === '' ? 'has no value' : `is "${wrong}"`;
    throw new JobFault('unusable', `"${expression.text}" ${what}, and is part of an address.`);
  }
  return segments.map(encodeURIComponent).join('/');
}

/**
 * Checks the values of an address that are known before the start.
 *
 * @throws {JobFault} If one of them cannot stand there.
 */
export async function checkUrl(
  template: Template,
  { scope, compiler }: { readonly scope: JobScope; readonly compiler: Compiler },
): Promise<void> {
  for (const part of await fillParts(compiler.text(template), scope)) {
    const isKnown =
      typeof part === 'object' && part.expression.reads.every(({ root }) => root !== 'job');
    if (isKnown) toSegments(part);
  }
}

const ABSOLUTE = /^https?:\/\//;

interface Addresses {
  /** The URL to which paths are appended. */
  readonly base: string;
  /** By name of a job's ID, the address of the reply that has given it. */
  readonly from: JobStageCall['from'];
}

/** At the beginning, `{$job.url}` is an address that the service has given. It is kept as it is. */
function toGiven(
  part: string | FilledPlaceholder | undefined,
  { base, from }: Addresses,
): string | undefined {
  if (typeof part !== 'object' || part.expression.place?.root !== 'job') return undefined;
  const value = toText(part.value);
  if (value === '') return undefined;
  if (ABSOLUTE.test(value)) return value;
  const [name = ''] = part.expression.place.path;
  const reply = from[name] ?? base;
  return URL.canParse(value, reply) ? new URL(value, reply).href : undefined;
}

/** Fills in an address. */
export async function fillUrl(
  template: Template,
  addresses: Addresses,
  { scope, compiler }: { readonly scope: JobScope; readonly compiler: Compiler },
): Promise<string> {
  const parts = await fillParts(compiler.text(template), scope);
  const address = toGiven(parts[0], addresses);
  const rest = address === undefined ? parts : parts.slice(1);
  const filled = rest.map((part) => (typeof part === 'string' ? part : toSegments(part))).join('');
  if (address !== undefined) return address + filled;
  if (ABSOLUTE.test(filled)) return filled;
  return `${addresses.base.replace(/\/$/, '')}${filled.startsWith('/') || filled === '' ? '' : '/'}${filled}`;
}

/**
 * Fills in the body of a request. `undefined`: it has no value.
 *
 * @throws {JobFault} If an expression cannot be evaluated.
 */
export async function fillContent(
  tree: JsonTree,
  scope: JobScope,
  compiler: Compiler,
): Promise<unknown> {
  return fillTree(tree, {
    isLeaf: (node) => typeof node === 'string',
    ofText: async (text) => fillValue(compiler.text(text), scope),
    ofExpression: async (text) => {
      const result = await compiler.expression(text).evaluate(scope);
      if (result.ok) return result.value;
      throw new JobFault(
        'unusable',
        `A value of the request cannot be computed: ${result.reason}.`,
      );
    },
  });
}

/** Fills in texts by name. Those without a value are left out; lists stay lists. */
export async function fillTexts(
  templates: Readonly<Record<string, Template>>,
  scope: JobScope,
  compiler: Compiler,
): Promise<[string, string][]> {
  const filled = await Promise.all(
    Object.entries(templates).map(
      async ([name, template]) => [name, await fillValue(compiler.text(template), scope)] as const,
    ),
  );
  return filled.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
      name,
      toText(item),
    ]);
  });
}

export function toFields(content: unknown): [string, string][] {
  if (!isRecord(content)) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, toText(item)]),
  );
}
