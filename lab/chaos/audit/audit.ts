import {
  findDoubledAnswers,
  findEarlyDeclines,
  findLostAnswers,
  findMisdirectedQuestions,
  findWrongAnswers,
} from './answers.js';
import { findDoubleStarts } from './double-starts.js';
import type { Evidence, Violation } from './evidence.js';
import { findDoubledJobs, findLostJobs, findUncancelledJobs } from './jobs.js';
import { findChangedTerms, findForeignResults, findTrespasses } from './kept-promises.js';
import { findLostTasks } from './lost-tasks.js';
import { findRepeatedSteps } from './repeated-steps.js';
import { findOverdueRequests } from './request-bounds.js';
import {
  findFalseEndings,
  findIllegalSequences,
  findUndoneCancellations,
} from './status-sequences.js';
import { findOddities, findStuckTasks } from './stuck-tasks.js';

/** The promises of the server, each with the check that finds violations. */
export const PROMISES: Readonly<Record<string, (evidence: Evidence) => string[]>> = {
  'no task is lost': findLostTasks,
  'no execution is started twice': findDoubleStarts,
  'no finished activity runs again': findRepeatedSteps,
  'no question goes astray': findMisdirectedQuestions,
  'no answer is lost': findLostAnswers,
  'no answer is misdelivered': findWrongAnswers,
  'no answer is doubled': findDoubledAnswers,
  'no question is declined early': findEarlyDeclines,
  'no task is stuck': findStuckTasks,
  'every answer makes sense': findOddities,
  'every status sequence is legal': findIllegalSequences,
  'a cancellation reaches Temporal': findUndoneCancellations,
  'what clients were told is so': findFalseEndings,
  'ttl is kept': findChangedTerms,
  'ownership is kept': findTrespasses,
  'results are of the own call': findForeignResults,
  'no job is started twice': findDoubledJobs,
  'no job is lost': findLostJobs,
  'a cancelled job is cancelled at its service': findUncancelledJobs,
  'no request is beyond its bound': findOverdueRequests,
};

/** Compares the clients' journal with Temporal's histories. Returns an empty list if every promise was kept. */
export function audit(evidence: Evidence): Violation[] {
  return Object.entries(PROMISES).flatMap(([promise, find]) =>
    find(evidence).map((what) => ({ promise, what })),
  );
}
