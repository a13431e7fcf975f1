/** The questions of a task and what became of each, as the task's history tells. */
import type { InputRequest, InputRequests, InputResponse } from '../contract/input-request.js';
import type { ShownPrincipal } from '../person/shown-principal.js';

import type { AnswerPlace } from './answered-by.js';

/** Time by which the clocks of Workers and of the Temporal Service may differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 2_000;

/** An answer, with its sender, time and place. */
export interface GivenAnswer {
  /** Without the members that name the sender. Absent: the history keeps no copy, since it was too large. */
  readonly response?: InputResponse | undefined;
  /** Absent: the answer does not say. */
  readonly answeredBy?: ShownPrincipal | undefined;
  /** ISO 8601. */
  readonly answeredAt: string;
  /** Absent: the answer does not say. */
  readonly answeredIn?: AnswerPlace | undefined;
}

/**
 * What became of a question. `timeOver`: its deadline passed without an answer. `withdrawn`: the Workflow no longer
 * asks. `ended`: the task ended first. Each with its time, ISO 8601.
 */
export type DecisionEnd =
  | { readonly kind: 'open' }
  /** `isTaken`: the Workflow no longer asks. Absent: it has not shown so, as with declared questions. */
  | ({ readonly kind: 'answered'; readonly isTaken?: true | undefined } & GivenAnswer)
  | { readonly kind: 'timeOver' | 'withdrawn' | 'ended'; readonly at: string };

/** A question, and what became of it. */
export interface Decision {
  readonly key: string;
  /** As it was asked last. Absent: the history that was read does not show it. */
  readonly request?: InputRequest | undefined;
  readonly end: DecisionEnd;
}

/** A question by its address, for those who may read what became of it. */
export interface DecidedQuestion {
  readonly toolName: string;
  readonly toolTitle?: string | undefined;
  /** Absent: the newest 2,000 events of the history do not show the question. */
  readonly decision?: Decision | undefined;
}

/** A task with what was decided about its questions to people, by people or because their time was over. */
export interface DecidedTask {
  readonly taskId: string;
  readonly toolName: string;
  /** The tool's caller. Absent: the viewer, or not recorded. */
  readonly calledBy?: ShownPrincipal | undefined;
  readonly decisions: readonly Decision[];
}

/** Maximum number of events of a task that are searched for a question. */
export const MAX_DECISION_EVENTS = 2_000;

/** A fact of a history that decides about questions. Times are in milliseconds since the epoch. */
export type DecisionFact =
  /** The Workflow has published its open questions. */
  | { readonly kind: 'published'; readonly atMs: number; readonly requests: InputRequests }
  | { readonly kind: 'answer'; readonly key: string; readonly answer: RecordedAnswer }
  | { readonly kind: 'closed'; readonly atMs: number };

export interface RecordedAnswer extends GivenAnswer {
  /** The question, if the answer itself records it. */
  readonly request?: InputRequest | undefined;
}

interface Entry {
  readonly key: string;
  request: InputRequest | undefined;
  /** The answer that counts as soon as the question closes. */
  answer: GivenAnswer | undefined;
  /** The Workflow still asked after the answer. */
  isRejected: boolean;
  isPublished: boolean;
  end: DecisionEnd | undefined;
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

function toAnswered(
  { response, answeredBy, answeredAt, answeredIn }: GivenAnswer,
  isTaken?: true,
): DecisionEnd {
  return { kind: 'answered', response, answeredBy, answeredAt, answeredIn, isTaken };
}

/** Closes a question that the Workflow no longer publishes. */
function toEnd({ answer, isRejected, request }: Entry, atMs: number): DecisionEnd {
  const { answerBy } = request ?? {};
  const isOver = answerBy !== undefined && Date.parse(answerBy) <= atMs + CLOCKS_DIFFER_MS;
  if (answer && !(isRejected && isOver)) return toAnswered(answer, true);
  return isOver ? { kind: 'timeOver', at: answerBy } : { kind: 'withdrawn', at: toInstant(atMs) };
}

/**
 * Follows questions through a history. The first answer after the last publication of a question counts: after an
 * earlier one, the Workflow still asked.
 */
class Decisions {
  readonly #entries = new Map<string, Entry>();

  add(fact: DecisionFact): void {
    switch (fact.kind) {
      case 'published': {
        this.#publish(fact.requests, fact.atMs);
        return;
      }
      case 'answer': {
        this.#answer(fact.key, fact.answer);
        return;
      }
      case 'closed': {
        this.#close(fact.atMs);
        return;
      }
    }
  }

  toList(): readonly Decision[] {
    return Array.from(this.#entries.values(), ({ key, request, answer, isRejected, end }) => ({
      key,
      request,
      end: end ?? (answer && !isRejected ? toAnswered(answer) : { kind: 'open' }),
    }));
  }

  #entryOf(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry = {
      key,
      request: undefined,
      answer: undefined,
      isRejected: false,
      isPublished: false,
      end: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #publish(requests: InputRequests, atMs: number): void {
    for (const entry of this.#entries.values()) {
      const wasAsked = entry.isPublished || entry.answer !== undefined;
      const isGone = wasAsked && !entry.end && !Object.hasOwn(requests, entry.key);
      if (isGone) entry.end = toEnd(entry, atMs);
    }
    for (const [key, request] of Object.entries(requests)) {
      const entry = this.#entryOf(key);
      entry.request = request;
      entry.isPublished = true;
      entry.isRejected = entry.answer !== undefined;
      entry.end = undefined;
    }
  }

  #answer(key: string, { request, ...answer }: RecordedAnswer): void {
    const entry = this.#entryOf(key);
    if (entry.end || (entry.answer && !entry.isRejected)) return;
    entry.request ??= request;
    entry.answer = answer;
    entry.isRejected = false;
  }

  #close(atMs: number): void {
    for (const entry of this.#entries.values()) {
      entry.end ??=
        entry.answer && !entry.isRejected
          ? toAnswered(entry.answer, true)
          : { kind: 'ended', at: toInstant(atMs) };
    }
  }
}

/** Returns the questions in the order in which they appear. @param facts Oldest first. */
export function toDecisions(facts: readonly DecisionFact[]): readonly Decision[] {
  const decisions = new Decisions();
  for (const fact of facts) decisions.add(fact);
  return decisions.toList();
}
