import { cutText } from './cut-text.js';

/** Longest quotation of one value, in characters. */
const MAX_QUOTED_LENGTH = 200;

/** A text as one line that is not long, so that nothing else is hidden behind its end. */
export function toLine(text: string, maxLength: number): string {
  return cutText(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), maxLength);
}

/** A value of somebody else's as a person may read it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return toLine(text ?? '', MAX_QUOTED_LENGTH);
}
