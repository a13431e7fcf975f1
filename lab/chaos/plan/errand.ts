import { createRandom, type Random } from './random.js';

/** Protocol revisions whose clients take part. */
export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;
export type Generation = (typeof GENERATIONS)[number];

/** Whose tasks there are. Everybody has a token. */
export const OWNERS = ['ada', 'ben', 'cleo', 'dan'] as const;
export type Owner = (typeof OWNERS)[number];

/** One step of a Workflow: an Activity. */
export interface StepPlan {
  readonly ms: number;
  /** How many of its first attempts fail. */
  readonly failures: number;
  /** Whether a person is asked after it. */
  readonly asks: boolean;
}

/** How a client learns how its task goes on. */
export const Way = {
  /** Reads it, again and again. */
  poll: 'poll',
  /** Waits for its end on a stream (`tasks/result`, `subscriptions/listen`), which breaks and is opened again. */
  wait: 'wait',
} as const;
export type Way = (typeof Way)[keyof typeof Way];

/** What one client does with one task, from the call to the result. */
export interface Errand {
  /** In the arguments, and in all that comes of them: nobody else's is the same. Starts with the owner's name. */
  readonly token: string;
  readonly owner: Owner;
  readonly generation: Generation;
  /** Whether it is called as a task, or plainly: the reply is the result then. */
  readonly isTask: boolean;
  /** Whether the call has an idempotency key: only then it is repeated when its reply is lost. */
  readonly isKeyed: boolean;
  readonly way: Way;
  readonly steps: readonly StepPlan[];
  /** After how many steps the Workflow goes on in a new run. Absent: it has one run. */
  readonly continuesAfter?: number;
  /** Whether the Workflow fails in the end. */
  readonly fails: boolean;
  /** Whether the client sends an answer again that was not acknowledged, or leaves it to the server to ask again. */
  readonly resendsAnswers: boolean;
  /** How long after its creation the task is cancelled, in milliseconds. Absent: never. */
  readonly cancelAfterMs?: number;
  /** The time to live that the client asks for, where its generation lets it, in milliseconds. */
  readonly ttlMs: number;
  /** How long it keeps a stream before it drops it and comes back, in milliseconds. */
  readonly keepsStreamMs: number;
  /** Whether somebody else tries to read the task, too. */
  readonly hasTrespasser: boolean;
  /** Whether the same owner reads it by the other generation, too. */
  readonly isReadByBoth: boolean;
}

const SLOWEST_STEP_MS = 1_200;

function planStep(random: Random, mayAsk: boolean): StepPlan {
  return {
    ms: random.int(20, SLOWEST_STEP_MS),
    failures: random.percent(20) ? random.int(1, 2) : 0,
    asks: mayAsk && random.percent(35),
  };
}

/**
 * The errand of a number: the same for the same seed.
 *
 * @param index From 0.
 */
export function planErrand(seed: number, index: number): Errand {
  const random = createRandom(seed, index + 1);
  const owner = random.pick(OWNERS);
  const isTask = random.percent(85);
  const steps = Array.from({ length: random.int(1, isTask ? 5 : 2) }, () =>
    planStep(random, isTask),
  );
  const continues = steps.length > 1 && random.percent(30);
  return {
    token: `${owner}.${index}`,
    owner,
    generation: random.pick(GENERATIONS),
    isTask,
    isKeyed: !isTask || random.percent(60),
    way: random.percent(50) ? Way.poll : Way.wait,
    steps,
    ...(continues && { continuesAfter: random.int(1, steps.length - 1) }),
    fails: isTask && random.percent(10),
    resendsAnswers: random.percent(50),
    ...(isTask && random.percent(20) && { cancelAfterMs: random.int(100, 8_000) }),
    ttlMs: random.int(600, 7_200) * 1_000,
    keepsStreamMs: random.int(2_000, 20_000),
    hasTrespasser: random.percent(15),
    isReadByBoth: random.percent(20),
  };
}
