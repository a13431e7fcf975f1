/** A run without faults, which tests of the auditor spoil. */
import type {
  Answer,
  Evidence,
  Execution,
  Journal,
  OverdueRequest,
  View,
} from '../../../../lab/chaos/audit/evidence.js';

/** The start of the made-up run, in milliseconds since the epoch. */
export const STARTED_MS = 1_800_000_000_000;
const CREATED_AT = new Date(STARTED_MS).toISOString();
/** Ada's task, which has asked twice and has completed. */
export const TASK_ID = 'mcp-ada-0';
/** Ben's task, which he has cancelled. */
export const CANCELLED_ID = 'mcp-ben-1';

export function toView(more: Partial<View> = {}): View {
  return {
    taskId: TASK_ID,
    generation: '2025-11-25',
    status: 'working',
    ttlMs: 60_000,
    createdAt: CREATED_AT,
    ...more,
  };
}

export const COMPLETED: Execution = {
  workflowId: TASK_ID,
  token: 'ada.0',
  ending: 'completed',
  isCancelRequested: false,
  closedMs: STARTED_MS + 5_000,
  steps: [
    { step: 0, completedByAttempts: [2] },
    { step: 1, completedByAttempts: [1] },
  ],
  signalledWords: ['ada.0/0/1', 'ada.0/1/2'],
  resultWords: ['ada.0/0/1', 'ada.0/1/2'],
};

export const CANCELLED: Execution = {
  workflowId: CANCELLED_ID,
  token: 'ben.1',
  ending: 'cancelled',
  isCancelRequested: true,
  closedMs: STARTED_MS + 3_000,
  steps: [{ step: 0, completedByAttempts: [] }],
  signalledWords: [],
  resultWords: [],
};

/** An answer that took half a second. */
function toAnswer(question: number, word: string, atMs: number): Answer {
  return {
    taskId: TASK_ID,
    askedBy: 'ada.0',
    isAcknowledged: true,
    question,
    word,
    startedMs: STARTED_MS + atMs,
    endedMs: STARTED_MS + atMs + 500,
  };
}

export const JOURNAL: Journal = {
  creates: [
    { token: 'ada.0', owner: 'ada', taskId: TASK_ID, wantedTtlMs: 60_000 },
    { token: 'ben.1', owner: 'ben', taskId: CANCELLED_ID },
    // Its reply was lost, so the outcome is unknown.
    { token: 'cleo.2', owner: 'cleo' },
  ],
  views: [
    toView(),
    toView({ status: 'input_required' }),
    toView({ generation: '2026-07-28', status: 'input_required' }),
    toView({ status: 'working' }),
    toView({ status: 'completed' }),
    toView({ taskId: CANCELLED_ID, status: 'working' }),
    toView({ taskId: CANCELLED_ID, status: 'cancelled' }),
    toView({ taskId: CANCELLED_ID, generation: '2026-07-28', status: 'working' }),
    toView({ taskId: CANCELLED_ID, generation: '2026-07-28', status: 'cancelled' }),
  ],
  answers: [
    toAnswer(0, 'ada.0/0/1', 1_000),
    { ...toAnswer(1, 'ada.0/1/2', 2_000), isAcknowledged: false },
    toAnswer(1, 'ada.0/1/3', 3_000),
  ],
  cancellations: [{ taskId: CANCELLED_ID, acknowledgedMs: STARTED_MS + 2_000 }],
  results: [
    { token: 'ada.0', resultToken: 'ada.0', words: COMPLETED.resultWords },
    { token: 'ben.1' },
  ],
  trespasses: [{ taskId: TASK_ID, by: 'ben', isShown: false }],
  listings: [{ owner: 'ada', taskIds: [TASK_ID] }],
  overdue: [],
  unfinished: [],
  oddities: [],
};

export const EVIDENCE: Evidence = {
  journal: JOURNAL,
  executions: [COMPLETED, CANCELLED],
  attempts: [
    { token: 'ada.0', step: 0, attempt: 1, atMs: STARTED_MS },
    { token: 'ada.0', step: 0, attempt: 2, atMs: STARTED_MS + 1 },
    { token: 'ada.0', step: 1, attempt: 1, atMs: STARTED_MS + 2 },
    { token: 'ben.1', step: 0, attempt: 1, atMs: STARTED_MS + 3 },
  ],
  jobs: [],
  excuses: [{ replica: 0, startedMs: STARTED_MS + 100, endedMs: STARTED_MS + 200 }],
};

/** A request that had no answer for half a minute. */
export function toOverdue(replica: number, atMs: number): OverdueRequest {
  const startedMs = STARTED_MS + atMs;
  return { method: 'tasks/get', replica, startedMs, endedMs: startedMs + 30_000 };
}
