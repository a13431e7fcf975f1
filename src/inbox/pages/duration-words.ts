import { toDurationWords } from '../../core/value/number-words.js';

const MOMENT_MS = 2_000;

/** A duration in its largest unit: `5 minutes`, or `a moment` below 2 s. */
export function toAgeWords(ms: number): string {
  return ms < MOMENT_MS ? 'a moment' : toDurationWords(ms);
}
