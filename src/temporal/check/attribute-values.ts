/** Checks the types of Search Attributes against the values of a manifest. */
import { soleNameIn } from '../../core/tool/argument-template.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

const TEXTS = ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME'];
/** Accepted types, by the type of a value in JSON. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  string: TEXTS,
  integer: ['INT', 'DOUBLE'],
  // Whole ones fit.
  number: ['DOUBLE', 'INT'],
  boolean: ['BOOL'],
  array: ['KEYWORD_LIST'],
};

/** The types that a Search Attribute of a start may have; `undefined` where the schema leaves open what it is given. */
export function typesFor(
  { inputSchema }: Pick<ToolDefinition, 'inputSchema'>,
  template: string,
): readonly string[] | undefined {
  const name = soleNameIn(template);
  // A text with more in it is a text, whatever the arguments are.
  if (name === undefined) return TEXTS;
  const properties = inputSchema['properties'];
  const property = isRecord(properties) ? properties[name] : undefined;
  const type = isRecord(property) ? property['type'] : undefined;
  return typeof type === 'string' ? TAKEN[type] : undefined;
}
