/** Reports changes to open pages by Server-Sent Events. The pages then fetch their new content. */
import { setTimeout as pause } from 'node:timers/promises';

import { isTaskGone } from '../core/errors.js';
import { isClosed } from '../core/task/task-status.js';
import type { Task } from '../core/task/task.js';

import type { InboxRequest, InboxContext } from './inbox-context.js';
import { findAsking, type InboxQuestions } from './inbox-questions.js';

/** Time in which several changes become one message, in milliseconds. */
const GATHER_MS = 250;
/** Interval of comments that keep the connection alive, in milliseconds. */
const SIGN_OF_LIFE_MS = 20_000;
/** Time until a browser opens an ended stream again, in milliseconds. */
const RETRY_MS = 2_000;
/** Interval in milliseconds for changes without events: heartbeats of Activities, and tasks of others. */
const LOOK_MS = 5_000;
/** Interval for lists of other people's questions, in milliseconds. Each open page causes a search in Temporal. */
const LIST_MS = 15_000;
const ENCODER = new TextEncoder();

/** Returns a text that changes when the shown parts of a task change. */
function toMark({ phase, cancelRequested, statusMessage, progress, ...asks }: Task): string {
  const keys = Object.keys({ ...asks.inputRequests, ...asks.approvals });
  return JSON.stringify([phase, cancelRequested, statusMessage, progress, keys]);
}

/** A stream with a bounded buffer: while the client has not read a change, later changes are not added. */
class LiveStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #ended = new AbortController();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #pulse: NodeJS.Timeout;

  constructor() {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.end();
      },
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
    this.#pulse = setInterval(() => {
      this.#write(': \n\n');
    }, SIGN_OF_LIFE_MS);
    this.#pulse.unref();
  }

  /** Fires when the stream has ended. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Reports a change, after a short wait for further changes. */
  readonly tell = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A client that has not read the last message will fetch all changes then.
      if ((this.#controller?.desiredSize ?? 0) > 0) this.#write('event: changed\ndata:\n\n');
    }, GATHER_MS);
  };

  /** Reports that the page is final, so that the browser does not open the stream again. */
  finish(): void {
    this.#write('event: changed\ndata:\n\nevent: finished\ndata:\n\n');
    this.end();
  }

  end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    try {
      this.#controller?.close();
    } catch {
      // The browser has closed it.
    }
  }

  #write(text: string): void {
    if (!this.#ended.signal.aborted) this.#controller?.enqueue(ENCODER.encode(text));
  }
}

/** The open streams of an inbox. */
export class LiveStreams {
  readonly #open = new Set<LiveStream>();
  #isDraining = false;

  /** Ends all streams, also new ones. Browsers then connect to another process. */
  drain(): void {
    this.#isDraining = true;
    for (const stream of this.#open) stream.end();
  }

  /**
   * Opens a stream.
   *
   * @throws {TaskError} `taskNotFound` if the visitor cannot see such a task.
   */
  async open(context: InboxContext, visit: InboxRequest): Promise<Response> {
    const taskId = visit.url.searchParams.get('task');
    const { task } =
      taskId === null ? {} : await findAsking(context.questions, taskId, visit.caller);
    const stream = new LiveStream();
    this.#open.add(stream);
    const end = (): void => {
      stream.end();
    };
    visit.gone.addEventListener('abort', end, { once: true });
    stream.signal.addEventListener('abort', () => {
      this.#open.delete(stream);
      visit.gone.removeEventListener('abort', end);
    });
    if (visit.gone.aborted || this.#isDraining) stream.end();
    else if (!task) watchHome(context, visit, stream);
    else if (task.isOwn) void watchTask(context, visit, { stream, taskId: task.taskId });
    else void watchAsked(context, visit, { stream, taskId: task.taskId });
    return new Response(stream.body, {
      headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
    });
  }
}

/** Watches the visitor's own tasks, and the questions that they may answer. */
function watchHome(context: InboxContext, visit: InboxRequest, stream: LiveStream): void {
  void watchAll(context, visit, stream);
  for (const { list } of context.questions) if (list) void watchList(list, visit, stream);
}

async function watchList(
  list: NonNullable<InboxQuestions['list']>,
  { caller }: InboxRequest,
  { signal, tell }: LiveStream,
): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    // After an error, the next list may succeed.
    const page = await list(caller).catch(() => undefined);
    const mark =
      page &&
      JSON.stringify(page.tasks.map(({ taskId, questions }) => [taskId, Object.keys(questions)]));
    if (mark !== undefined && last !== undefined && mark !== last) tell();
    last = mark ?? last;
    await pause(LIST_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function watchAll(
  { tasks, canList }: InboxContext,
  { caller }: InboxRequest,
  stream: LiveStream,
): Promise<void> {
  if (!canList) return;
  const marks = new Map<string, string>();
  await tasks.watch(caller.owner, {
    signal: stream.signal,
    onReading: (task) => {
      const mark = toMark(task);
      if (marks.get(task.taskId) === mark) return;
      if (isClosed(task.phase)) marks.delete(task.taskId);
      else marks.set(task.taskId, mark);
      stream.tell();
    },
  });
}

interface Watched {
  readonly stream: LiveStream;
  readonly taskId: string;
}

async function watchTask(
  { tasks }: InboxContext,
  { caller }: InboxRequest,
  { stream, taskId }: Watched,
): Promise<void> {
  let last: string | undefined;
  try {
    await tasks.waitFor(taskId, caller.owner, {
      signal: stream.signal,
      until: ({ phase }) => isClosed(phase),
      onReading: (task) => {
        const mark = toMark(task);
        if (mark !== last) stream.tell();
        last = mark;
      },
      refreshMs: () => LOOK_MS,
    });
    stream.finish();
  } catch {
    // The browser opens the stream again, and then gets the error.
    stream.end();
  }
}

async function watchAsked(
  { questions }: InboxContext,
  { caller }: InboxRequest,
  { stream, taskId }: Watched,
): Promise<void> {
  const { signal } = stream;
  let last: string | undefined;
  while (!signal.aborted) {
    try {
      const { task } = await findAsking(questions, taskId, caller);
      const mark = JSON.stringify(Object.keys(task.questions));
      if (mark !== last) stream.tell();
      last = mark;
    } catch (error) {
      if (isTaskGone(error)) {
        stream.finish();
        return;
      }
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
