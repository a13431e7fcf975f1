/** Finds the first answer to a question in the history. */
import { INPUT_SIGNAL, parseInputSignal } from '../../core/contract/contract.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import { parsePrincipal, type Principal } from '../../core/person/principal.js';
import { toShownPrincipal } from '../../core/person/shown-principal.js';
import type { FirstAnswer, FirstAnswerQuery } from '../../core/question/answer-results.js';
import { parseSource } from '../../core/question/answered-by.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { fetchNewestEvents, type HistoryEvent } from '../declared/fetch-newest-events.js';
import { readMessage, type RecordedMessage } from '../declared/recorded-message.js';
import { toMs } from '../describe/describe-execution.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/** Maximum number of runs that are read, for a Workflow that has continued as new. */
const MAX_RUNS = 3;
const DEADLINE_MS = 2_000;
/** Assumed maximum difference between the clocks of this server and of the Temporal Service, in milliseconds. */
const CLOCKS_DIFFER_MS = 2_000;

export interface FoundAnswer extends FirstAnswer {
  readonly principal?: Principal | undefined;
}

/** Removes the stored principal, which only this folder needs. */
export function toFirstAnswer({ answeredBy, answeredAt }: FoundAnswer): FirstAnswer {
  return { answeredBy, answeredAt };
}

export function sourceOf(message: RecordedMessage, key: string): FoundAnswer {
  const { name, atMs = 0, arguments: [payload] = [] } = message;
  const answers = name === INPUT_SIGNAL ? parseInputSignal(payload) : {};
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  const source = answer ? parseSource(answer) : {};
  const principal = source.answeredBy ?? parsePrincipal(message.answeredBy);
  return {
    principal,
    answeredBy: principal && toShownPrincipal(principal),
    answeredAt: source.answeredAt ?? new Date(atMs).toISOString(),
  };
}

/** Empty for a question by the contract. */
function targetsOf(tool: ToolDefinition | undefined, key: string): readonly MessageTarget[] {
  const question = tool?.questions.declared.find(({ name }) => key.startsWith(`${name}.`));
  if (!question) return [];
  const { answer, decline } = question;
  return decline ? [answer, decline] : [answer];
}

function isAnswer(
  { kind, name, arguments: [payload] = [] }: RecordedMessage,
  { key, targets }: { readonly key: string; readonly targets: readonly MessageTarget[] },
): boolean {
  if (kind === 'signal' && name === INPUT_SIGNAL) {
    return Object.hasOwn(parseInputSignal(payload), key);
  }
  return targets.some((target) => target.kind === kind && target.name === name);
}

/** Returns the ID of the run that continued as this one, if the events reach back to this run's first event. */
function runBefore(events: readonly HistoryEvent[]): string | undefined {
  const started = events.at(-1)?.workflowExecutionStartedEventAttributes;
  const runId = started?.continuedExecutionRunId ?? '';
  return runId === '' ? undefined : runId;
}

/** Gives up silently: `undefined` if the history shows no answer within 500 events of a run, or cannot be read. */
export async function readFirstAnswer(
  calls: TemporalCalls,
  execution: {
    readonly taskId: string;
    readonly runId: string;
    readonly tool: ToolDefinition | undefined;
  },
  { key, seenAtMs }: FirstAnswerQuery,
): Promise<FoundAnswer | undefined> {
  const { taskId, tool } = execution;
  const question = { key, targets: targetsOf(tool, key) };
  const fromMs = seenAtMs - CLOCKS_DIFFER_MS;
  const isEnough = ({ eventTime }: HistoryEvent): boolean => (toMs(eventTime) ?? 0) < fromMs;
  const pages = { pageSize: PAGE_SIZE, maxPages: MAX_PAGES, deadlineMs: DEADLINE_MS };
  let runId: string | undefined = execution.runId;
  try {
    for (let run = 0; run < MAX_RUNS && runId !== undefined; run += 1) {
      const events = await fetchNewestEvents(calls, { taskId, runId }, { isEnough, ...pages });
      const messages = await Promise.all(
        events.map(async (event) => readMessage(calls.payloads, event, taskId)),
      );
      const answers = messages.filter(
        (message) => message !== undefined && isAnswer(message, question),
      );
      const first = answers.at(-1);
      if (first) return sourceOf(first, key);
      runId = runBefore(events);
    }
  } catch {
    // Without a readable history, the first answer stays unknown.
  }
  return undefined;
}
