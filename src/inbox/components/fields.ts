/** Names and values as a table. */
import { toJson } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';

import type { Content, MakeElement } from './element.js';
import { MAX_SHOWN, preformatted } from './text.js';

/** Largest number of shown rows, so that people can read them. */
const MAX_ROWS = 100;

/** A name and its value. */
export type Field = readonly [name: string, value: unknown];

function isFlat(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Returns true for an object that a table shows at a glance: its values are neither objects nor mixed lists. */
export function isFlatRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const values = Object.values(value);
  return (
    values.length > 0 &&
    values.every((one) => isFlat(one) || (Array.isArray(one) && one.every(isFlat)))
  );
}

function showValue<Node>(h: MakeElement<Node>, value: unknown): Content<Node> {
  if (value === null || value === undefined) return h('span', { class: 'hint' }, 'nothing');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return h('span', { class: 'message', dir: 'auto' }, value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (!Array.isArray(value) || !value.every(isFlat)) {
    return preformatted(h, toJson(value, 2));
  }
  return h(
    'ul',
    {},
    value.map((item) => h('li', { dir: 'auto' }, String(item))),
  );
}

/** Shows names and values. @param caption Default: none. */
export function showFields<Node>(
  h: MakeElement<Node>,
  fields: readonly Field[],
  caption?: string,
): Content<Node> {
  const rows = fields
    .slice(0, MAX_ROWS)
    .map(([name, value]) =>
      h('tr', {}, h('th', { scope: 'row', dir: 'auto' }, name), h('td', {}, showValue(h, value))),
    );
  const left = fields.length - MAX_ROWS;
  return [
    h('table', {}, caption !== undefined && h('caption', {}, caption), h('tbody', {}, rows)),
    left > 0 && h('p', { class: 'hint' }, `The rest is not shown: ${left} more.`),
  ];
}

function toArgumentFields(workflowArguments: readonly unknown[]): readonly Field[] {
  const [only] = workflowArguments;
  return workflowArguments.length === 1 && isRecord(only)
    ? Object.entries(only)
    : workflowArguments.map((value, index) => [`Argument ${index + 1}`, value]);
}

/** Returns true if {@link showArguments} cannot show all of the arguments. */
export function isCut(workflowArguments: readonly unknown[] = []): boolean {
  const fields = toArgumentFields(workflowArguments);
  const isLong = ([, value]: Field): boolean => (toJson(value, 2) ?? '').length > MAX_SHOWN;
  return fields.length > MAX_ROWS || fields.some(isLong);
}

/** Shows the arguments of a call: the members of a single object, or each argument by its number. */
export function showArguments<Node>(
  h: MakeElement<Node>,
  workflowArguments: readonly unknown[],
): Content<Node> {
  const fields = toArgumentFields(workflowArguments);
  return fields.length === 0
    ? h('p', { class: 'nothing' }, 'Called without arguments.')
    : showFields(h, fields, 'Called with');
}
