/** The language of texts in a manifest: expressions in braces. */
import type * as z from 'zod';

import type { Compiler, Placeholder, Text } from '../../core/mapping/text.js';
import { compile, type Made } from '../../definition/leaves.js';

import { compileExpression, type Compiled, toExpression } from './compile-expression.js';

/** A brace before one of these is a brace: JSON and most of GraphQL stand as they are. */
const PLAIN_AFTER_BRACE = /^(?:[\s"'`{}]|$)/;
const QUOTES = ['"', "'", '`'];

/** A part of a text: a literal, or what stands between braces. */
type RawPart = string | { readonly inside: string };

/** The place behind the brace that balances an opening one, outside JMESPath's quotes; `undefined` without one. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 1;
  let quote: string | undefined;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== undefined) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = undefined;
    } else if (QUOTES.includes(character)) quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Splits a text at its placeholders; `undefined` if one of them never ends. */
function split(text: string): readonly RawPart[] | undefined {
  const parts: RawPart[] = [];
  let literal = '';
  for (let at = 0; at < text.length; at += 1) {
    const rest = text.slice(at + 1, at + 2);
    if (text.charAt(at) !== '{' || PLAIN_AFTER_BRACE.test(rest)) {
      literal += text.charAt(at);
      // The second of two braces is itself, too.
      if (text.charAt(at) === '{' && rest === '{') {
        literal += rest;
        at += 1;
      }
      continue;
    }
    const end = findEnd(text, at + 1);
    if (end === undefined) return undefined;
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push({ inside: text.slice(at + 1, end - 1) });
    at = end - 1;
  }
  return literal === '' ? parts : [...parts, literal];
}

const UNENDED = 'A placeholder has no closing brace. Put a blank after a literal brace.';

function compilePart(inside: string, names: readonly string[]): Compiled<Placeholder> {
  const keepsSlashes = inside.startsWith('+');
  const compiled = compileExpression(keepsSlashes ? inside.slice(1) : inside, names);
  if (compiled.ok) return { ok: true, made: { expression: compiled.made, keepsSlashes } };
  return { ok: false, fault: `{${inside}}: ${compiled.fault}` };
}

/** @param names The arguments of the call. A placeholder that equals one letter by letter is that argument. */
export function compileText(text: string, names: readonly string[] = []): Compiled<Text> {
  const raw = split(text);
  if (!raw) return { ok: false, fault: UNENDED };
  const parts: (string | Placeholder)[] = [];
  for (const part of raw) {
    const compiled = typeof part === 'string' ? part : compilePart(part.inside, names);
    if (typeof compiled === 'object' && !compiled.ok) return compiled;
    parts.push(typeof compiled === 'string' ? compiled : compiled.made);
  }
  return { ok: true, made: { text, parts } };
}

/** Compile errors are reported by the check. */
export function toCompiledText(text: string, names?: readonly string[]): Text {
  const compiled = compileText(text, names);
  return compiled.ok ? compiled.made : { text, parts: [text] };
}

/** {@link toCompiledText} for a key that may be absent. */
export function toOptionalText(
  text: string | undefined,
  names?: readonly string[],
): Text | undefined {
  return text === undefined ? undefined : toCompiledText(text, names);
}

/** A group of a tool or an action, compiled and with every default filled in. Compile errors are reported by the check. */
export function fillIn<S extends z.ZodType>(
  schema: S,
  written: z.output<S>,
  names: readonly string[],
): Made<z.output<S>> {
  return compile(schema, written, ({ kind, text }) =>
    kind === 'text' ? toCompiledText(text, names) : toExpression(text, names),
  );
}

/** Compiles the declarations of jobs. */
export const compiler: Compiler = {
  expression: (text) => toExpression(text),
  text: (text) => toCompiledText(text),
};

/**
 * Writes names that aren't names of JMESPath in a form that needs no list of the arguments: `{order-id}` becomes
 * `{$input."order-id"}`.
 */
export function spellOut(text: string, names: readonly string[]): string {
  const parts = split(text) ?? [text];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const plus = part.inside.startsWith('+') ? '+' : '';
      return `{${plus}${spellOutExpression(part.inside.slice(plus.length), names)}}`;
    })
    .join('');
}

export function spellOutExpression(text: string, names: readonly string[]): string {
  return names.includes(text) ? `$input.${JSON.stringify(text)}` : text;
}
