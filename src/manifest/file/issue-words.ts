import type * as z from 'zod';

/** Types of values, in the words of people who write YAML. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

/** Returns the name of a type as zod has it: "a list". */
export function nameType(type: string): string {
  return TYPES[type] ?? type;
}

function typeOf(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

function toAdvice(expected: string, given: string): string {
  if (expected === 'string' && ['number', 'boolean'].includes(given)) return ': put it in quotes';
  return expected === 'array' ? ': begin each entry with "- "' : '';
}

function wordType(expected: string, input: unknown): string {
  const given = typeOf(input);
  if (given === 'null') return `Must be ${nameType(expected)}, and nothing stands here.`;
  if (expected === 'int' && given === 'number') return 'Must be a whole number.';
  return `Must be ${nameType(expected)}, not ${nameType(given)}${toAdvice(expected, given)}.`;
}

function wordValues(values: readonly z.core.util.Primitive[]): string {
  const words = values.map((value) => JSON.stringify(value));
  const last = words.pop() ?? '';
  return `Must be ${words.length === 0 ? last : `${words.join(', ')} or ${last}`}.`;
}

function wordLimit(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string') return `Must have ${word} ${limit} characters.`;
  return origin === 'array' ? `Must have ${word} ${limit} entries.` : `Must be ${word} ${limit}.`;
}

/** Words an issue that its schema leaves to zod. Returns `undefined` for issues that need more than their own data. */
export const wordIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return wordType(issue.expected, issue.input);
  if (issue.code === 'invalid_value') return wordValues(issue.values);
  if (issue.code === 'too_small') {
    return wordLimit(
      issue.origin,
      issue.inclusive === false ? 'more than' : 'at least',
      issue.minimum,
    );
  }
  if (issue.code !== 'too_big') return undefined;
  return wordLimit(
    issue.origin,
    issue.inclusive === false ? 'less than' : 'at most',
    issue.maximum,
  );
};
