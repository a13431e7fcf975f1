import * as z from 'zod';

import { parseDuration, toDurationWords } from '../core/value/number-words.js';

import { type Defaulted, defaulting } from './leaves.js';

/** The form of a duration, for descriptions. */
export const DURATION = 'A duration: "500ms", "30s", "5 minutes", "2 days".';

/** An optional key with its purpose, which editors and messages show. */
export function key<Schema extends z.ZodType>(
  schema: Schema,
  purpose: string,
): z.ZodOptional<Schema> {
  return schema.optional().describe(purpose);
}

type KeyByDefault<T, Input = T> = z.ZodOptional<z.ZodType<Defaulted<T>, Input>>;

/** True or false, with its default. */
export function flag(byDefault: boolean, purpose: string): KeyByDefault<boolean> {
  return defaulting(z.boolean(), byDefault, `${purpose} Default: ${byDefault}.`);
}

/** One of some words, of which the first is the default. */
export function choice<const Word extends string>(
  words: readonly [Word, ...Word[]],
  purpose: string,
): KeyByDefault<Word> {
  return defaulting(z.enum(words), words[0], `${purpose} Default: ${words[0]}.`);
}

/** A text that is not blank, and has no values in it. */
export const plain = z.string().trim().min(1, 'Must not be empty.');

const WITHOUT_UNIT = /^[\d.]+$/;

/**
 * A duration as people write it: `30s`, `5 minutes`, `2 days` (the notation of the Temporal SDK's durations). Comes out
 * as whole milliseconds, at least 1.
 */
export const duration = z
  .string({ error: ({ input }) => notADuration(input) })
  .transform((value, context): number => {
    const parsed = WITHOUT_UNIT.test(value) ? Number.NaN : parseDuration(value);
    if (parsed >= 1 && Number.isFinite(parsed)) return Math.floor(parsed);
    context.addIssue({ code: 'custom', message: notADuration(value) });
    return z.NEVER;
  });

/** A duration, with its default in milliseconds. */
export function span(byDefaultMs: number, purpose: string): KeyByDefault<number, string> {
  const words = toDurationWords(byDefaultMs);
  return defaulting(duration, byDefaultMs, `${purpose} Default: ${words}. ${DURATION}`);
}

/** A duration that may be left out. */
export function optionalSpan(purpose: string): z.ZodOptional<typeof duration> {
  return key(duration, `${purpose} ${DURATION}`);
}

function notADuration(value: unknown): string {
  if (WITHOUT_UNIT.test(String(value))) {
    return `A duration has a unit: write "${String(value)}s" or "${String(value)}ms".`;
  }
  if (Math.floor(parseDuration(String(value))) === 0) return 'Must be at least 1 ms.';
  return `${JSON.stringify(value)} is not a duration: write "500ms", "30s", "5 minutes" or "2 days".`;
}

const SIZE = /^(\d+(?:\.\d+)?) ?(B|KB|MB|KiB|MiB)$/i;
const UNIT_BYTES: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1_000],
  ['mb', 1_000_000],
  ['kib', 1_024],
  ['mib', 1_024 * 1_024],
]);

/** A size with a unit, or a number of bytes. The result is in whole bytes, at least 1. */
export const size = z
  .union([z.string(), z.number()], { error: ({ input }) => notASize(input) })
  .transform((value, context): number => {
    const bytes = Math.floor(typeof value === 'number' ? value : parseSize(value));
    if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
    context.addIssue({ code: 'custom', message: notASize(value) });
    return z.NEVER;
  });

function notASize(value: unknown): string {
  return `${JSON.stringify(value)} is not a size: write "40 KB", "10 MiB" or a number of bytes, at least 1.`;
}

/** Returns `NaN` for a text that isn't a size. */
function parseSize(text: string): number {
  const [, amount, unit = ''] = SIZE.exec(text.trim()) ?? [];
  return Number(amount) * (UNIT_BYTES.get(unit.toLowerCase()) ?? Number.NaN);
}
