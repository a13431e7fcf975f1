import { type Document, parse, Scalar, visit } from 'yaml';

import { VariableFileError, readVariableFile } from './read-variable.js';

/** `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`. */
export const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** An unquoted value of this form is a number or a boolean, and no string. */
const PLAIN_VALUE = /^(true|false|[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)$/;

/** A reference to a missing variable without a default, or to an unreadable file. */
export interface MissingVariable {
  readonly name: string;
  /** The fault of the variable's file. Absent: the variable is not set. */
  readonly reason?: string | undefined;
  readonly offset: number;
}

/**
 * Replaces references to environment variables in the values of a YAML document, in place. An unquoted value is read
 * again afterwards, so that `priority: ${PRIORITY}` is a number. If a variable is not set, or empty, the file that
 * `NAME_FILE` names is read instead. A default comes last.
 *
 * @returns The variables that are not set and have no default, and those with an unreadable file.
 */
export function interpolateEnvironment(
  document: Document,
  environment: NodeJS.ProcessEnv,
): MissingVariable[] {
  const missing: MissingVariable[] = [];
  const read = (name: string, offset: number): string | undefined => {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    try {
      return readVariableFile(name, environment) ?? value;
    } catch (error) {
      if (!(error instanceof VariableFileError)) throw error;
      missing.push({ name, offset, reason: error.message });
      return '';
    }
  };
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const text = node.value.replace(REFERENCE, (match, name?: string, fallback?: string) => {
        if (name === undefined) return '${';
        // As in a shell, the default after `:-` also replaces an empty value.
        const offset = node.range?.[0] ?? 0;
        const variable = read(name, offset);
        const value = (variable === '' ? fallback : undefined) ?? variable ?? fallback;
        if (value === undefined) missing.push({ name, offset });
        return value ?? match;
      });
      node.value =
        node.type === Scalar.PLAIN && PLAIN_VALUE.test(text) ? (parse(text) as unknown) : text;
    },
  });
  return missing;
}
