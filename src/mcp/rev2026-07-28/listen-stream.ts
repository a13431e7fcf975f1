import type { Implementation } from '@modelcontextprotocol/server';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import type { Logger } from '../../core/logger.js';
import type { Owner, Tasks } from '../../core/tasks.js';

import type { ClientCapabilities } from './client-capabilities.js';
import {
  readAcknowledgment,
  type RequestId,
  toAcknowledgment,
  toListenResult,
  toTaskNotification,
} from './listen-messages.js';
import { logFailure } from './register-methods.js';
import { watchTasks } from './watch-tasks.js';

/** As many streams as the SDK opens by itself. */
const MAX_STREAMS = 1_024;
/** Comments keep proxies from closing a stream on which nothing happens. */
const KEEP_ALIVE_MS = 15_000;
/** How long streams may take to end when the server stops. */
const CLOSE_PATIENCE_MS = 1_000;
const FRAME_END = '\n\n';

/** Whose subscription to which tasks. */
export interface TaskSubscription {
  readonly id: RequestId;
  readonly owner: Owner;
  readonly client: ClientCapabilities;
  /** Tasks of the owner, all of them. */
  readonly taskIds: readonly string[];
}

/** What the streams need. */
export interface ListenStreamsOptions {
  readonly tasks: Tasks;
  /** How the server introduces itself where it ends a stream. */
  readonly serverInfo: Implementation;
  readonly logger?: Logger;
}

function toFrame(message: unknown): string {
  return `event: message\ndata: ${JSON.stringify(message)}${FRAME_END}`;
}

function parseFrame(frame: string): unknown {
  const data = frame.split('\n').find((line) => line.startsWith('data: '));
  return data === undefined ? undefined : JSON.parse(data.slice('data: '.length));
}

function isResult(frame: string): boolean {
  const message = parseFrame(frame);
  return isRecord(message) && 'id' in message;
}

/** The first frame of a stream, and what came with it. */
async function readFirstFrame(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ readonly message: unknown; readonly rest: string }> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(FRAME_END)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  const end = text.indexOf(FRAME_END);
  return { message: parseFrame(text.slice(0, end)), rest: text.slice(end + FRAME_END.length) };
}

/** The subscription streams of one endpoint that carry tasks. */
export class ListenStreams {
  readonly #tasks: Tasks;
  readonly #serverInfo: Implementation;
  readonly #logger: Logger | undefined;
  /** What ends each stream. No shared signal: Node 20 keeps an entry in one for every signal ever made of it. */
  readonly #leave = new Set<() => void>();
  #isClosing = false;
  #taken = 0;
  readonly #open = new Set<Promise<void>>();

  constructor({ tasks, serverInfo, logger }: ListenStreamsOptions) {
    this.#tasks = tasks;
    this.#serverInfo = serverInfo;
    this.#logger = logger;
  }

  /** Ends all streams, each with its result, as far as their clients take it without delay. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const leave of this.#leave) leave();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
    });
    await Promise.race([Promise.all(this.#open), patience]);
    clearTimeout(timer);
  }

  /**
   * Adds tasks to a stream that the SDK has opened: they stand in its acknowledgment, and what changes of them goes
   * out between its own messages. A stream of nothing else, which the SDK ends at once, is kept open.
   *
   * @throws {TaskError} When too many are open.
   */
  async join(
    response: Response,
    subscription: TaskSubscription,
    clientGone: AbortSignal,
  ): Promise<Response> {
    if (this.#taken >= MAX_STREAMS) {
      throw new TaskError(TaskErrorCode.unavailable, 'Subscription limit reached');
    }
    this.#taken += 1;
    const body = response.body as ReadableStream<Uint8Array>;
    const theirs = body.getReader();
    const { message, rest } = await readFirstFrame(theirs).catch((error: unknown) => {
      this.#taken -= 1;
      throw error;
    });
    const { honored = {} } = readAcknowledgment(message) ?? {};
    const encoder = new TextEncoder();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const gone = new AbortController();
    const leave = (): void => {
      gone.abort();
    };
    writer.closed.catch(leave);
    const write = async (text: string): Promise<void> =>
      writer.write(encoder.encode(text)).catch(leave);
    const acknowledgment = toAcknowledgment(subscription.id, honored, subscription.taskIds);
    void write(toFrame(acknowledgment));
    const hasOthers = Object.keys(honored).length > 0;
    const carrying = this.#carry(subscription, {
      write,
      others: hasOthers ? { reader: theirs, rest } : undefined,
      signal: AbortSignal.any([gone.signal, clientGone]),
    })
      .catch(() => undefined)
      .finally(() => {
        this.#open.delete(carrying);
        this.#taken -= 1;
        theirs.cancel().catch(() => undefined);
        writer.close().catch(() => undefined);
      });
    this.#open.add(carrying);
    return new Response(readable, { status: response.status, headers: response.headers });
  }

  async #carry(
    subscription: TaskSubscription,
    stream: {
      readonly write: (text: string) => Promise<void>;
      readonly others:
        | { readonly reader: ReadableStreamDefaultReader<Uint8Array>; readonly rest: string }
        | undefined;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const { write, others } = stream;
    const ended = new AbortController();
    const leave = (): void => {
      ended.abort();
    };
    this.#leave.add(leave);
    if (this.#isClosing) leave();
    const signal = AbortSignal.any([stream.signal, ended.signal]);
    const watching = watchTasks({
      ...subscription,
      tasks: this.#tasks,
      signal,
      push: async (task) => write(toFrame(toTaskNotification(subscription.id, task))),
    }).catch((error: unknown) => {
      if (!signal.aborted) logFailure(this.#logger, 'subscriptions/listen', error);
      leave();
    });
    const end = others ? relay(others, stream) : keepAlive(write, signal);
    await Promise.race([end, untilAborted(signal)]).finally(() => {
      leave();
      this.#leave.delete(leave);
    });
    await watching;
    if (stream.signal.aborted) return;
    await write(toFrame(toListenResult(subscription.id, this.#serverInfo)));
  }
}

/** Passes on the SDK's messages up to its own end of the stream, which is not the end of ours. */
async function relay(
  {
    reader,
    rest,
  }: { readonly reader: ReadableStreamDefaultReader<Uint8Array>; readonly rest: string },
  { write }: { readonly write: (text: string) => Promise<void> },
): Promise<void> {
  const decoder = new TextDecoder();
  let text = rest;
  for (;;) {
    for (let end = text.indexOf(FRAME_END); end >= 0; end = text.indexOf(FRAME_END)) {
      const frame = text.slice(0, end + FRAME_END.length);
      text = text.slice(end + FRAME_END.length);
      if (isResult(frame)) return;
      await write(frame);
    }
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
  }
}

async function keepAlive(
  write: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let isWriting = false;
  const timer = setInterval(() => {
    if (isWriting) return;
    isWriting = true;
    write(`: keepalive${FRAME_END}`)
      .catch(() => undefined)
      .finally(() => {
        isWriting = false;
      });
  }, KEEP_ALIVE_MS);
  await untilAborted(signal);
  clearInterval(timer);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
