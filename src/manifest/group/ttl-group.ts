import * as z from 'zod';

import { DEFAULT_KEEP_MS } from '../../core/task/task.js';
import type { ToolTtl } from '../../core/tool/tool-definition.js';
import { toDurationWords } from '../../core/value/number-words.js';
import { duration, DURATION, key } from '../../definition/keys.js';
import type { LocatedProblem } from '../manifest-error.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const BUILT_IN = {
  /** The default retention of a Temporal dev server; a shorter retention limits it further. */
  default: DAY_MS,
  /** With a `ttl` of seconds, a client would lose its task before it collects the result. */
  min: MINUTE_MS,
  max: 30 * DAY_MS,
  afterEnd: DEFAULT_KEEP_MS,
} as const;

/** Schema of a tool's `ttl`: the time for which its tasks can be read. */
export const ttlGroup = z
  .union([
    duration,
    z.strictObject({
      default: key(
        duration,
        `The ttl of a task, from its creation, if the client asks for none. Default: 1 day. ${DURATION}`,
      ),
      min: key(duration, `The shortest ttl that a client gets. Default: 1 minute. ${DURATION}`),
      max: key(
        duration,
        `The longest ttl that a client gets. The retention of the namespace limits it further. Default: 30 days. ${DURATION}`,
      ),
      afterEnd: key(
        duration,
        `The shortest time for which a task can be read after its end, whatever its ttl. Default: 1 day. ${DURATION}`,
      ),
    }),
  ])
  .transform((ttl) => (typeof ttl === 'number' ? { default: ttl } : ttl));

/** `ttl`, with durations in milliseconds. */
export type TtlSource = z.output<typeof ttlGroup>;

const SUBJECTS = { default: 'The ttl of a task', min: 'The shortest ttl' } as const;

/** Reports a default or a minimum that is longer than the maximum. */
export function checkTtl(
  { max = BUILT_IN.max, ...source }: TtlSource = {},
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return (['default', 'min'] as const).flatMap((name) =>
    (source[name] ?? 0) > max
      ? [
          {
            path: [...path, name],
            message: `${SUBJECTS[name]} is longer than ttl.max (${toDurationWords(max)}): shorten it, or raise ttl.max.`,
          },
        ]
      : [],
  );
}

/** The times for which a tool's tasks are kept, with every default filled in. */
export function toTtl(source: TtlSource = {}): ToolTtl {
  const { default: ttl = BUILT_IN.default, min = BUILT_IN.min, max = BUILT_IN.max } = source;
  return {
    defaultMs: Math.min(Math.max(ttl, min), max),
    minMs: Math.min(min, max),
    maxMs: max,
    afterEndMs: source.afterEnd ?? BUILT_IN.afterEnd,
  };
}
