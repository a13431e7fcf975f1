/** Checks the types of Search Attributes against the values of a manifest. */
import { soleNameIn } from '../../core/tool/argument-template.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

const TEXTS = ['KEYWORD', 'TEXT', 'KEYWORD_LIST', 'DATETIME'];
/** Accepted types, by the type of a value in JSON. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  string: TEXTS,
  integer: ['INT', 'DOUBLE'],
  // Whole numbers fit `INT`.
  number: ['DOUBLE', 'INT'],
  boolean: ['BOOL'],
  array: ['KEYWORD_LIST'],
};

/**
 * Returns the possible types of a Search Attribute that a start sets; `undefined` if the schema leaves its values open.
 */
export function typesFor(
  { inputSchema }: Pick<ToolDefinition, 'inputSchema'>,
  template: string,
): readonly string[] | undefined {
  const name = soleNameIn(template);
  // A template with text around its placeholder, or with several placeholders, gives a text.
  if (name === undefined) return TEXTS;
  const properties = inputSchema['properties'];
  const property = isRecord(properties) ? properties[name] : undefined;
  const type = isRecord(property) ? property['type'] : undefined;
  return typeof type === 'string' ? TAKEN[type] : undefined;
}
