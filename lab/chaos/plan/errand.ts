import { createRandom, type Random } from './random.js';

/** Protocol revisions of the clients. */
export const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;
export type Generation = (typeof GENERATIONS)[number];

/** Owners of tasks. Each has a token. */
export const OWNERS = ['ada', 'ben', 'cleo', 'dan'] as const;
export type Owner = (typeof OWNERS)[number];

/** Tools whose tasks are jobs of a service. */
export const JOB_TOOLS = ['job_by_token', 'job_once', 'job_blind'] as const;
export type JobTool = (typeof JOB_TOOLS)[number];

/** The tool whose tasks are Standalone Activities. */
export const ACTIVITY_TOOL = 'step_alone';

/** The tool whose Workflow knows nothing of MCP, and whose question is declined in time. */
export const DEADLINE_TOOL = 'decide_in_time';

export interface StepPlan {
  readonly ms: number;
  /** Number of first attempts that fail. */
  readonly failures: number;
  /** True if the Workflow asks a question after this step. */
  readonly asks: boolean;
}

/** A client's way to follow its task. */
export const Way = {
  /** Reads the task repeatedly. */
  poll: 'poll',
  /** Waits for the end on a stream (`tasks/result`, `subscriptions/listen`), which breaks and is opened again. */
  wait: 'wait',
} as const;
export type Way = (typeof Way)[keyof typeof Way];

/** A client's actions with one task, from the call to the result. */
export interface Errand {
  /** A unique text in the arguments, questions, answers and results. Starts with the owner's name. */
  readonly token: string;
  readonly owner: Owner;
  readonly generation: Generation;
  /** True: the client calls the tool as a task. False: as a plain call, whose reply is the result. */
  readonly isTask: boolean;
  /** True if the call has an idempotency key. The client repeats only such calls when it loses the reply. */
  readonly isKeyed: boolean;
  readonly way: Way;
  readonly steps: readonly StepPlan[];
  /** Number of steps after which the Workflow continues as new. Absent: it has one run. */
  readonly continuesAfter?: number;
  /** True if the Workflow fails at its end. */
  readonly fails: boolean;
  /** True: the client repeats an unacknowledged answer. False: it waits until the server asks again. */
  readonly resendsAnswers: boolean;
  /** Time from the task's creation to its cancellation, in milliseconds. Absent: the client doesn't cancel it. */
  readonly cancelAfterMs?: number;
  /** The requested time to live in milliseconds, for 2025-11-25. */
  readonly ttlMs: number;
  /** Time until the client drops a stream and opens it again, in milliseconds. */
  readonly keepsStreamMs: number;
  /** True if another owner tries to read the task. */
  readonly hasTrespasser: boolean;
  /** True if the owner reads the task in the other generation as well. */
  readonly isReadByBoth: boolean;
  /** The tool that starts a job, an Activity or a question with a deadline, instead of the steps. */
  readonly job: JobTool | typeof ACTIVITY_TOOL | typeof DEADLINE_TOOL | 'none';
  /**
   * Time for the answer to the question with a deadline, in milliseconds. Absent: the client answers at once, long
   * before the deadline. Otherwise it never does.
   */
  readonly declinedAfterMs?: number;
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
 * Plans an errand. The same seed and index give the same errand.
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
    job:
      isTask && random.percent(55)
        ? random.pick([...JOB_TOOLS, ACTIVITY_TOOL, DEADLINE_TOOL, DEADLINE_TOOL])
        : 'none',
    ...(random.percent(50) && { declinedAfterMs: random.int(3_000, 15_000) }),
  };
}
