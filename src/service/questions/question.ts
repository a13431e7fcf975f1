/**
 * A question as one stream of a client sees it: its states, transitions and effects. This file sends and waits for
 * nothing: `QuestionStream` carries the effects out.
 */
import type { ClientTask } from '../../core/contract.js';

/** A client that keeps answering what does not fit is asked this often on one stream. */
const MAX_TIMES = 3;
/** A client that responds with an error may have mistaken the form, and is asked this often. */
const MAX_TIMES_WITH_ERRORS = 2;

/**
 * Phases of a question.
 *
 * - `open`: this stream has not brought it to its client: it is new, or another stream carries it
 * - `offered`: brought to a client that does not wait for the task, and need not know it
 * - `asked`: brought to a client that waits for the task
 * - `held`: the client answers by a task of its own, and is waited for
 * - `refused`: this client cannot answer, and another one may be asked
 * - `answered`: the client has given what it was asked for
 * - `withdrawn`: nobody waits for an answer any more, or not on this stream, which has ended
 */
export type QuestionPhase =
  'open' | 'offered' | 'asked' | 'held' | 'refused' | 'answered' | 'withdrawn';

/** A question on one stream. */
export interface QuestionState {
  readonly phase: QuestionPhase;
  /** Number of times that the question was sent: 0 if only the result of a client's task was requested. */
  readonly times: number;
  /** Number of repetitions for lack of an answer. Absent: none. */
  readonly silences?: number;
  /** The client has erred where it was asked for a task of its own, and is asked plainly from then on. */
  readonly isPlain?: true;
  /** The client's task that was last dealt with here. */
  readonly clientTask?: ClientTask;
}

/** Events of a question. `clientTask` is the one that the task shows for it, if any. */
export type QuestionEvent =
  /** A reading of the task shows it, to a client that could be asked it, or could have the task that holds it. */
  | { readonly kind: 'shown'; readonly clientTask?: ClientTask }
  /** No other stream carries it: this one does from now on. */
  | { readonly kind: 'claimed'; readonly clientTask?: ClientTask }
  /** A reading of the task does not show it any more, or the task has ended for its clients. */
  | { readonly kind: 'gone'; readonly clientTask?: ClientTask }
  /** The client has responded, with what will be the answer if it is one. */
  | { readonly kind: 'responded' }
  /** The client has responded that it cannot be asked this. */
  | { readonly kind: 'declined' }
  /** The client, which waits for the task, has responded with an error. */
  | { readonly kind: 'failed' }
  /** No answer has come for a long time. The client may think, or its answer was lost on its way. */
  | { readonly kind: 'unanswered' }
  /** The client's answer was not taken. */
  | { readonly kind: 'notTaken'; readonly hint: string }
  /** The result of the client's task was not taken, and may be another time. */
  | { readonly kind: 'resultNotTaken' }
  /** The stream has ended. */
  | { readonly kind: 'closed' };

/** The form in which a question is sent. */
export interface QuestionForm {
  /** The fault of the last answer. */
  readonly hint?: string;
  /** Without asking for a task of the client's own. */
  readonly isPlain?: true;
  /** Beside a request that may yet be answered, and stays as good. */
  readonly isCopy?: true;
}

/** Effects of a transition. */
export type QuestionEffect =
  /** See to it that no other stream carries it. If that is so, `claimed` is next; else the stream hears when it is free. */
  | { readonly kind: 'claim'; readonly clientTask?: ClientTask }
  /**
   * Asks the client, which waits for the task: with a hint about its last answer, or plainly, without a task of its
   * own.
   */
  | ({ readonly kind: 'ask' } & QuestionForm)
  /** Ask a client that does not wait for the task, and may say that it does not know it. */
  | ({ readonly kind: 'offer' } & QuestionForm)
  /** Ask for the result of the task that this very client has made of it. */
  | { readonly kind: 'fetch'; readonly clientTask: ClientTask; readonly isCopy?: true }
  /** The same, of a task from another session, which this client may not know. */
  | { readonly kind: 'fetchForeign'; readonly clientTask: ClientTask; readonly isCopy?: true }
  /** Cancels the client's task, whose result is not needed any more. */
  | { readonly kind: 'cancel'; readonly clientTask: ClientTask }
  /** Tell the client that its answer is not waited for any more, to none of the requests that were left open. */
  | { readonly kind: 'withdraw' }
  /** Let another stream carry it. */
  | { readonly kind: 'letGo' };

/** Of the stream, what decides. */
export interface StreamTraits {
  /** The client's session. */
  readonly session: string;
  /** The client waits on it for this task. */
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

/** Returns true if this stream would bring its client the question as it is shown. */
function isWanted(
  { phase, times, clientTask: known }: QuestionState,
  clientTask: ClientTask | undefined,
  { session }: StreamTraits,
): boolean {
  if (phase === 'withdrawn') return false;
  if (!clientTask) return times === 0 && (phase === 'open' || phase === 'held');
  // If this client has been asked, its own task is expected, or answers of other clients.
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
 * Requests it once more, and leaves the older request open: clients drop the answer to a withdrawn one, perhaps of a
 * person who has thought for long.
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

/** A client's task goes on for nothing: the one that is waited for, or one that is only learned of now. */
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
  // A client that was asked more than once, and has answered, still has the other requests.
  const hasCopies = phase === 'answered' && (state.silences ?? 0) > 0;
  // With a task of its own, this client has responded already.
  const isAwaited = (phase === 'asked' || phase === 'offered' || hasCopies) && !isNew;
  const withdrawn: QuestionEffect[] = isAwaited ? [{ kind: 'withdraw' }] : [];
  const cancelled: QuestionEffect[] =
    clientTask && (isNew || isOpen) ? [{ kind: 'cancel', clientTask }] : [];
  return {
    state: { ...state, phase: 'withdrawn', ...(clientTask && { clientTask }) },
    effects: [...withdrawn, ...cancelled],
  };
}

/** The transition of a question on an event, with its effects. */
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
