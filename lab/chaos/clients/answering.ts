import { setTimeout as pause } from 'node:timers/promises';

import { DEADLINE_TOOL, type Errand } from '../plan/errand.js';

import type { Logbook } from './logbook.js';
import type { Peer, Question, Told } from './peer.js';

export interface AnsweringOptions {
  readonly errand: Errand;
  readonly taskId: string;
  readonly peer: Peer;
  readonly logbook: Logbook;
  readonly signal: AbortSignal;
}

/** Simulates the person who answers a client's questions. */
export interface Answering {
  /** Answers a question, unless the same question is answered already or an answer is in progress. */
  readonly take: (question: Question) => void;
  /** Resolves when no answer is in progress. */
  readonly settled: () => Promise<void>;
}

const SEND_AGAIN_MS = 500;

/** Creates a person who gives each answer a unique word, also if a question comes twice. */
export function createAnswering(options: AnsweringOptions): Answering {
  const { errand, taskId, peer, logbook, signal } = options;
  const busyWith = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let given = 0;

  const send = async (question: Question, word: string): Promise<Told<undefined>> => {
    for (;;) {
      const told = await peer.answer(taskId, question, word);
      const isKnown = told.kind === 'told' || told.kind === 'refused';
      if (isKnown || !errand.resendsAnswers || signal.aborted) return told;
      await pause(SEND_AGAIN_MS);
    }
  };
  const answer = async (question: Question): Promise<void> => {
    const { address, askedBy, question: number } = question;
    given += 1;
    const word = `${errand.token}/${number}/${given}`;
    const startedMs = Date.now();
    const told = await send(question, word);
    const isAcknowledged = told.kind === 'told';
    const span = { startedMs, endedMs: Date.now() };
    logbook.answer({ taskId, askedBy, question: number, word, isAcknowledged, ...span });
    // An acknowledged question is done. Otherwise the server may ask it again.
    if (!isAcknowledged) busyWith.delete(address);
  };

  return {
    take: (question) => {
      if (errand.job === DEADLINE_TOOL && errand.declinedAfterMs !== undefined) return;
      if (busyWith.has(question.address)) return;
      busyWith.add(question.address);
      const answered = answer(question).finally(() => underWay.delete(answered));
      underWay.add(answered);
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
