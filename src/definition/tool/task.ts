/** `task` of a tool: when a call becomes a task, and how long a plain one waits. */
import * as z from 'zod';

import { toDurationWords } from '../../core/value/number-words.js';
import { choice, duration, DURATION, key, optionalSpan, plain, span } from '../keys.js';
import { checking, type Fault, type Made, text } from '../leaves.js';

/**
 * A call that ends within this time gets a plain result. Hosts move a task to the background and are woken at its end,
 * which is too much effort for a short call.
 */
const AFTER_MS = 3_000;
const AFTER = { optional: AFTER_MS, required: 0, forbidden: 'never' } as const;
const SUPPORT = ['optional', 'required', 'forbidden'] as const;

const keys = z.strictObject({
  support: choice(SUPPORT, 'Calls as a task: optional, required or forbidden.'),
  becomesTaskAfter: key(
    z.union([z.literal('never'), z.literal('0s').transform(() => 0), duration], {
      error:
        'Write how long a call may take before it becomes a task: "5s"; "0s" for every call; or "never".',
    }),
    `Where the client leaves it to the server, a call becomes a task after this: "0s" at once, or "never". Default: ${toDurationWords(AFTER_MS)}. ${DURATION}`,
  ),
  answerWithin: optionalSpan(
    'How long a plain call waits for its result before it is answered with a handle. Default: the known limit of the host.',
  ),
  pollInterval: span(2_000, 'The shortest time between polls that the server suggests.'),
  joinRepeats: key(
    z.boolean(),
    'true: an equal call joins the task that still runs, or whose result is still uncollected, unless its client asks for a task of its own. Default: true, and false with startWith.',
  ),
  idempotencyKey: key(
    text,
    'The key that makes two calls the same task: "{order_id}", or "{$input}" for all arguments. For work that must not run twice.',
  ),
  immediateResponse: key(
    plain,
    'The text that a host may give to the model while the task runs. Claude Code does.',
  ),
});
type Source = z.output<typeof keys>;

function check({ support, becomesTaskAfter: after, idempotencyKey }: Source): readonly Fault[] {
  const isContradiction =
    (support === 'required' && after === 'never') ||
    (support === 'forbidden' && after !== undefined && after !== 'never');
  const faults: Fault[] = [];
  if (isContradiction) {
    const message = `Contradicts "support: ${support}": leave it out.`;
    faults.push({ path: ['becomesTaskAfter'], message });
  }
  if (idempotencyKey && !/\{\S/.test(idempotencyKey.source)) {
    const message =
      'All calls would be the same task: use an argument, "{order_id}", or "{$input}" for all arguments.';
    faults.push({ path: ['idempotencyKey'], message });
  }
  return faults;
}

export const task = checking(
  z
    .union([z.enum(SUPPORT), keys])
    .transform((written): Source => (typeof written === 'string' ? { support: written } : written)),
  check,
);

export type ToolTask = Made<Source> & {
  readonly becomesTaskAfter: number | 'never';
  readonly joinRepeats: boolean;
};

/** @param joinsRepeats The default of `joinRepeats`: hosts and models repeat a call after a time-out. */
export function withTaskDefaults(own: Made<Source>, joinsRepeats: boolean): ToolTask {
  return {
    ...own,
    becomesTaskAfter: own.becomesTaskAfter ?? AFTER[own.support],
    joinRepeats: own.joinRepeats ?? joinsRepeats,
  };
}
