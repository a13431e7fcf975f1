/** `ttl` of a tool: the time for which its tasks can be read. */
import * as z from 'zod';

import { DEFAULT_KEEP_MS } from '../../core/contract/task-meta.js';
import { toDurationWords } from '../../core/value/number-words.js';
import { duration, span } from '../keys.js';
import { checking, type Fault, type Made } from '../leaves.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_MS = 30 * DAY_MS;

const keys = z.strictObject({
  // The default retention of a Temporal dev server; a shorter retention limits it further.
  default: span(DAY_MS, 'The ttl of a task, from its creation, if the client asks for none.'),
  // With a ttl of seconds, a client would lose its task before it collects the result.
  min: span(MINUTE_MS, 'The shortest ttl that a client gets.'),
  max: span(
    MAX_MS,
    'The longest ttl that a client gets. The retention of the namespace limits it further.',
  ),
  afterEnd: span(
    DEFAULT_KEEP_MS,
    'The shortest time for which a task can be read after its end, whatever its ttl.',
  ),
});
type Source = z.output<typeof keys>;

const SUBJECTS = { default: 'The ttl of a task', min: 'The shortest ttl' } as const;

/** A default or a minimum that is longer than the maximum. */
function check({ max = MAX_MS, ...source }: Source): readonly Fault[] {
  return (['default', 'min'] as const).flatMap((name) => {
    if ((source[name] ?? 0) <= max) return [];
    const message = `${SUBJECTS[name]} is longer than ttl.max (${toDurationWords(max)}): shorten it, or raise ttl.max.`;
    return [{ path: [name], message }];
  });
}

export const ttl = checking(
  z
    .union([duration, keys])
    .transform((written): Source => (typeof written === 'number' ? { default: written } : written)),
  check,
);
export type ToolTtl = Made<Source>;

/** A shorter maximum limits the other times that aren't written. */
export function toTtl(own: ToolTtl): ToolTtl {
  const min = Math.min(own.min, own.max);
  return { ...own, min, default: Math.min(Math.max(own.default, own.min), own.max) };
}
