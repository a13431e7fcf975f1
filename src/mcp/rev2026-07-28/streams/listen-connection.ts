import type { Implementation, JSONRPCMessage } from '@modelcontextprotocol/server';

import type { Identity } from '../../../core/person/caller.js';
import { logFailure } from '../../log-failure.js';
import { toErrorObject } from '../wire/json-rpc-error.js';

import {
  LISTEN_METHOD,
  readAcknowledgment,
  type RequestId,
  toAcknowledgment,
  toCancellation,
  toListenResult,
} from './listen-messages.js';
import {
  type ListenRequest,
  prepareSubscription,
  pushTasks,
  type SubscriptionOptions,
  type TaskSubscription,
} from './task-subscription.js';

/** What subscriptions on a connection need. */
export interface ListenConnectionOptions extends SubscriptionOptions {
  readonly identity: Identity;
  /** How the server introduces itself where it ends a subscription. */
  readonly serverInfo: Implementation;
  /** Sends the client a message. */
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  /** Gives the SDK a message as if the client had sent it. */
  readonly receive: (message: JSONRPCMessage) => void;
  readonly onError: (error: unknown) => void;
}

/** The SDK has yet to acknowledge it, or has done so. */
interface HeldSubscription {
  readonly subscription: TaskSubscription;
  readonly stop: AbortController;
}

/** The subscriptions to tasks on one connection. The SDK checks, acknowledges and ends them. */
export class ListenConnection {
  readonly #options: ListenConnectionOptions;
  readonly #held = new Map<unknown, HeldSubscription>();

  constructor(options: ListenConnectionOptions) {
    this.#options = options;
  }

  /** Prepares a subscription. @returns Whether the SDK is to see its request; otherwise it has been refused. */
  async admit(request: ListenRequest): Promise<boolean> {
    const { identity, logger, send } = this.#options;
    const { id } = request;
    this.end(id);
    try {
      const subscription = await prepareSubscription(request, identity, this.#options);
      this.#held.set(id, { subscription, stop: new AbortController() });
      return true;
    } catch (error) {
      logFailure(logger, LISTEN_METHOD, error);
      await send({ jsonrpc: '2.0', id, error: toErrorObject(error) });
      return false;
    }
  }

  /**
   * Adds the tasks of a subscription to the SDK's acknowledgment of it, and begins to push them.
   *
   * @returns Whether the message was such an acknowledgment. Any other one is left to the caller to send.
   */
  async acknowledge(message: JSONRPCMessage): Promise<boolean> {
    const { id, honored = {} } = readAcknowledgment(message) ?? {};
    const held = this.#held.get(id);
    if (!held) return false;
    const { subscription, stop } = held;
    await this.#options.send(toAcknowledgment(subscription.id, honored, subscription.taskIds));
    void pushTasks(
      subscription,
      {
        send: this.#options.send,
        signal: stop.signal,
        onFailure: () => {
          this.#close(subscription.id).catch(this.#options.onError);
        },
      },
      this.#options,
    );
    return true;
  }

  /** Ends the subscription of a request, if there is one. */
  end(id: unknown): void {
    this.#held.get(id)?.stop.abort();
    this.#held.delete(id);
  }

  endAll(): void {
    for (const id of [...this.#held.keys()]) this.end(id);
  }

  /** Ends a subscription from the server's side. The SDK comes first: it is to send nothing of it any more. */
  async #close(id: RequestId): Promise<void> {
    const { send, receive, serverInfo } = this.#options;
    this.end(id);
    const cancellation = toCancellation(id);
    receive(cancellation);
    await send(cancellation);
    await send(toListenResult(id, serverInfo));
  }
}
