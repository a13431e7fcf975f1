import type { Implementation } from '@modelcontextprotocol/server';

import { isRecord } from '../../../core/value/is-record.js';
import { linkSignal } from '../../../core/value/linked-signal.js';
import { KEEP_ALIVE_FRAME, KEEP_ALIVE_MS, toFrame } from '../../event-frame.js';

import { type FrameReader, FrameWriter, parseFrame } from './event-stream.js';
import { readAcknowledgment, toAcknowledgment, toListenResult } from './listen-messages.js';
import { pushTasks, type SubscriptionOptions, type TaskSubscription } from './task-subscription.js';

/** What the streams of an endpoint need. */
export interface ListenStreamOptions extends SubscriptionOptions {
  /** How the server introduces itself where it ends a stream. */
  readonly serverInfo: Implementation;
}

/** A stream that the SDK has opened, and who it is for. */
export interface OpenedStream {
  /** What the SDK sends. Its acknowledgment comes first. */
  readonly theirs: FrameReader;
  /** Fires when the client has gone. */
  readonly clientGone: AbortSignal;
}

/** A stream that carries tasks. */
export interface ListenStream {
  readonly readable: ReadableStream<Uint8Array>;
  /** Resolves when everything has been written. */
  readonly ended: Promise<void>;
  /** Ends it with its result. */
  readonly end: () => void;
}

function isResult(frame: string): boolean {
  const message = parseFrame(frame);
  return isRecord(message) && 'id' in message;
}

/** Passes on the SDK's messages up to its own end of the stream, which is not the end of ours. */
async function relay(theirs: FrameReader, ours: FrameWriter): Promise<void> {
  for (let frame = await theirs.next(); frame !== undefined; frame = await theirs.next()) {
    if (isResult(frame)) return;
    await ours.write(frame);
  }
}

async function keepAlive(ours: FrameWriter, signal: AbortSignal): Promise<void> {
  let isWriting = false;
  const timer = setInterval(() => {
    if (isWriting) return;
    isWriting = true;
    void ours.write(KEEP_ALIVE_FRAME).finally(() => {
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

/**
 * Adds tasks to a stream that the SDK has opened: they stand in its acknowledgment, and what changes of them goes out
 * between its own messages. A stream of nothing else, which the SDK ends at once, is kept open.
 */
export async function openListenStream(
  subscription: TaskSubscription,
  { theirs, clientGone }: OpenedStream,
  options: ListenStreamOptions,
): Promise<ListenStream> {
  const { id, taskIds } = subscription;
  const { honored = {} } = readAcknowledgment(parseFrame((await theirs.next()) ?? '')) ?? {};
  const { signal, end, release } = linkSignal(clientGone);
  const others = Object.keys(honored).length > 0 ? theirs : undefined;
  if (!others) theirs.cancel();
  const ours = new FrameWriter(end);

  const carry = async (): Promise<void> => {
    void ours.write(toFrame(toAcknowledgment(id, honored, taskIds)));
    const send = async (message: object): Promise<void> => ours.write(toFrame(message));
    const pushing = pushTasks(subscription, { send, signal, onFailure: end }, options);
    await Promise.race([
      others ? relay(others, ours) : keepAlive(ours, signal),
      untilAborted(signal),
    ]).finally(end);
    await pushing;
    if (!clientGone.aborted) await ours.write(toFrame(toListenResult(id, options.serverInfo)));
  };

  const ended = carry()
    .catch(() => undefined)
    .finally(() => {
      release();
      others?.cancel();
      ours.close();
    });
  return { readable: ours.readable, ended, end };
}
