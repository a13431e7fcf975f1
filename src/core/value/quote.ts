import { cutText } from './cut-text.js';

/** Longest quotation of one value, in characters. */
const MAX_QUOTED_LENGTH = 200;

/** Makes a text one short line, so that it cannot hide lines behind its end. */
export function toLine(text: string, maxLength: number): string {
  return cutText(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), maxLength);
}

/** A foreign value in a form that people can read. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return toLine(text ?? '', MAX_QUOTED_LENGTH);
}
