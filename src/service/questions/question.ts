/**
 * A question as one stream of a client sees it: its states, transitions and effects. This file sends no messages and
 * sets no timers: `QuestionStream` carries the effects out.
 */
import type { ClientTask } from '../../core/contract.js';

/** Maximum number of times that one stream asks a client whose answers do not fit. */
const MAX_TIMES = 3;
/** Maximum number of times that one stream asks a client that responds with errors. It may have mistaken the form. */
const MAX_TIMES_WITH_ERRORS = 2;

/**
 * Phases of a question.
 *
 * - `open`: this stream has not sent it: it is new, or another stream carries it
 * - `offered`: sent to a client that does not wait for the task and may not know it
 * - `asked`: sent to a client that waits for the task
 * - `held`: the client answers by its own task, and the server waits for the result
 * - `refused`: this client cannot answer, and another client may be asked
 * - `answered`: the client has responded
 * - `withdrawn`: no answer is needed any more, or this stream has ended
 */
export type QuestionPhase =
  'open' | 'offered' | 'asked' | 'held' | 'refused' | 'answered' | 'withdrawn';

/** A question on one stream. */
export interface QuestionState {
  readonly phase: QuestionPhase;
  /** Number of times that the question was sent: 0 if only the result of a client's task was requested. */
  readonly times: number;
  /** Number of repetitions after missing answers. Absent: none. */
  readonly silences?: number;
  /** The client responded with an error when it was asked for its own task. From then on it is asked without one. */
  readonly isPlain?: true;
  /** The client's task that this stream last handled. */
  readonly clientTask?: ClientTask;
}

/** Events of a question. `clientTask`: the client's task that answers it, as the MCP task shows it, if any. */
export type QuestionEvent =
  /** A reading of the task shows the question. This client can be asked, or can have the task that answers. */
  | { readonly kind: 'shown'; readonly clientTask?: ClientTask }
  /** This stream carries the question from now on. */
  | { readonly kind: 'claimed'; readonly clientTask?: ClientTask }
  /** A reading of the task no longer shows the question, or the task has ended for its clients. */
  | { readonly kind: 'gone'; readonly clientTask?: ClientTask }
  /** The client has responded. The response may be the answer. */
  | { readonly kind: 'responded' }
  /** The client has responded that it cannot be asked this question. */
  | { readonly kind: 'declined' }
  /** A client that waits for the task has responded with an error. */
  | { readonly kind: 'failed' }
  /** No answer has come for a long time. The person may be thinking, or the answer was lost. */
  | { readonly kind: 'unanswered' }
  /** The server did not accept the client's answer. */
  | { readonly kind: 'notTaken'; readonly hint: string }
  /** The server did not accept the result of the client's task, and may accept it later. */
  | { readonly kind: 'resultNotTaken' }
  /** The stream has ended. */
  | { readonly kind: 'closed' };

/** The form in which a question is sent. */
export interface QuestionForm {
  /** The fault in the last answer. */
  readonly hint?: string;
  /** Does not ask for the client's own task. */
  readonly isPlain?: true;
  /** Sent in addition to an open request. An answer to either counts. */
  readonly isCopy?: true;
}

/** Effects of a transition. */
export type QuestionEffect =
  /** Claim the question for this stream. If it is free, `claimed` is next. If not, `freed` is called later. */
  | { readonly kind: 'claim'; readonly clientTask?: ClientTask }
  /** Ask a client that waits for the task: with a hint about its last answer, or without asking for its own task. */
  | ({ readonly kind: 'ask' } & QuestionForm)
  /** Ask a client that does not wait for the task, and may respond that it does not know the task. */
  | ({ readonly kind: 'offer' } & QuestionForm)
  /** Request the result of this client's own task. */
  | { readonly kind: 'fetch'; readonly clientTask: ClientTask; readonly isCopy?: true }
  /** The same for a task of another session, which this client may not know. */
  | { readonly kind: 'fetchForeign'; readonly clientTask: ClientTask; readonly isCopy?: true }
  /** Cancel the client's task, whose result is no longer needed. */
  | { readonly kind: 'cancel'; readonly clientTask: ClientTask }
  /** Tell the client that no answer is needed any more, for each open request. */
  | { readonly kind: 'withdraw' }
  /** Release the question, so that another stream can carry it. */
  | { readonly kind: 'letGo' };

/** The facts of a stream that decide transitions. */
export interface StreamTraits {
  /** The client's session. */
  readonly session: string;
  /** The client waits on this stream for the question's task. */
  readonly isWaiting: boolean;
}

/** The result of an event. */
export interface Transition {
  readonly state: QuestionState;
  readonly effects: readonly QuestionEffect[];
}

/** A question that a stream has not seen before. */
export const NEW_QUESTION: QuestionState = { phase: 'open', times: 0 };

function stay(state: QuestionState): Transition {
  return { state, effects: [] };
}

function isSame(one: ClientTask | undefined, other: ClientTask): boolean {
  return one?.taskId === other.taskId && one.session === other.session;
}

function bring(state: QuestionState, { isWaiting }: StreamTraits, hint?: string): Transition {
  const detail = {
    ...(hint !== undefined && { hint }),
    ...(state.isPlain && { isPlain: true as const }),
  };
  return {
    state: { ...state, phase: isWaiting ? 'asked' : 'offered', times: state.times + 1 },
    effects: [{ kind: isWaiting ? 'ask' : 'offer', ...detail }],
  };
}

function fetch(
  state: QuestionState,
  clientTask: ClientTask,
  { session }: StreamTraits,
): Transition {
  const kind = clientTask.session === session ? 'fetch' : 'fetchForeign';
  return { state: { ...state, phase: 'held', clientTask }, effects: [{ kind, clientTask }] };
}

/** Returns true if this stream should claim the question in its current state. */
function isWanted(
  { phase, times, clientTask: known }: QuestionState,
  clientTask: ClientTask | undefined,
  { session }: StreamTraits,
): boolean {
  if (phase === 'withdrawn') return false;
  if (!clientTask) return times === 0 && (phase === 'open' || phase === 'held');
  // If this client was asked, the server expects its own task, or answers of other clients.
  return phase === 'open' || (clientTask.session === session && !isSame(known, clientTask));
}

function show(
  state: QuestionState,
  clientTask: ClientTask | undefined,
  stream: StreamTraits,
): Transition {
  if (!isWanted(state, clientTask, stream)) return stay(state);
  return { state, effects: [{ kind: 'claim', ...(clientTask && { clientTask }) }] };
}

/**
 * Sends the request again, and leaves the older request open. Clients drop the answer to a withdrawn request, and a
 * person may still be working on it.
 */
function repeat(state: QuestionState, { session }: StreamTraits): Transition {
  const { phase, clientTask, isPlain, silences = 0 } = state;
  const next = { ...state, silences: silences + 1 };
  if (phase === 'asked' || phase === 'offered') {
    const kind = phase === 'asked' ? 'ask' : 'offer';
    return { state: next, effects: [{ kind, isCopy: true, ...(isPlain && { isPlain }) }] };
  }
  if (phase !== 'held' || !clientTask) return stay(state);
  const kind = clientTask.session === session ? 'fetch' : 'fetchForeign';
  return { state: next, effects: [{ kind, clientTask, isCopy: true }] };
}

/**
 * Ends a question that needs no answer. Withdraws open requests, and cancels the client's task, even one that has just
 * become known.
 */
function leave(
  state: QuestionState,
  latest: ClientTask | undefined,
  { session }: StreamTraits,
): Transition {
  const { phase, clientTask: known } = state;
  if (phase === 'open') return stay(state);
  const isNew = latest?.session === session && !isSame(known, latest);
  const isOpen = phase === 'held' && known?.session === session;
  const clientTask = isNew ? latest : known;
  // A client that was asked several times and has answered once still has the other requests open.
  const hasCopies = phase === 'answered' && (state.silences ?? 0) > 0;
  // A client with its own task has already responded to the request.
  const isAwaited = (phase === 'asked' || phase === 'offered' || hasCopies) && !isNew;
  const withdrawn: QuestionEffect[] = isAwaited ? [{ kind: 'withdraw' }] : [];
  const cancelled: QuestionEffect[] =
    clientTask && (isNew || isOpen) ? [{ kind: 'cancel', clientTask }] : [];
  return {
    state: { ...state, phase: 'withdrawn', ...(clientTask && { clientTask }) },
    effects: [...withdrawn, ...cancelled],
  };
}

/** The next state of a question after an event, with its effects. */
export function moveQuestion(
  state: QuestionState,
  event: QuestionEvent,
  stream: StreamTraits,
): Transition {
  const { phase } = state;
  const isUnderWay = phase !== 'open' && phase !== 'withdrawn';
  const canRepeat = isUnderWay && state.times < MAX_TIMES;
  switch (event.kind) {
    case 'shown':
      return show(state, event.clientTask, stream);
    case 'claimed':
      return event.clientTask ? fetch(state, event.clientTask, stream) : bring(state, stream);
    case 'gone':
      return leave(state, event.clientTask, stream);
    case 'responded':
      return stay(isUnderWay ? { ...state, phase: 'answered' } : state);
    case 'declined':
      return { state: { ...state, phase: 'refused' }, effects: [{ kind: 'letGo' }] };
    case 'failed':
      return phase === 'asked' && state.times < MAX_TIMES_WITH_ERRORS
        ? {
            state: { ...state, times: state.times + 1, isPlain: true },
            effects: [{ kind: 'ask', isPlain: true }],
          }
        : stay(state);
    case 'unanswered':
      return repeat(state, stream);
    case 'notTaken':
      return canRepeat ? bring(state, stream, event.hint) : stay(state);
    case 'resultNotTaken':
      if (!canRepeat || !state.clientTask) return stay(state);
      return fetch({ ...state, times: state.times + 1 }, state.clientTask, stream);
    case 'closed':
      return { state: { ...state, phase: 'withdrawn' }, effects: [{ kind: 'letGo' }] };
  }
}
