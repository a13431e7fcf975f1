import { type Client, WorkflowNotFoundError } from '@temporalio/client';

import {
  DELIVERIES_AT_ONCE,
  ACTIVATE_SIGNAL,
  END_SIGNAL,
  RESERVE_SIGNAL,
  SUBSCRIPTION_MEMO_KEY,
  SUBSCRIPTION_WORKFLOW_TYPE,
  type SubscriptionActivation,
  type SubscriptionState,
  type SubscriptionStatus,
  toDeliveryTaskQueue,
  toSubscriptionPrefix,
  UNGRANTED,
} from '../core/event/event-delivery.js';
import type {
  FoundSubscription,
  SubscriptionKey,
  SubscriptionStore,
} from '../core/event/subscriptions.js';
import { toCanonicalJson } from '../core/value/canonical-json.js';
import { isRecord } from '../core/value/is-record.js';

import { TemporalCalls } from './link/temporal-calls.js';
import type { TaskIdFactory } from './start/task-id-factory.js';
import { TaskIdRing } from './start/task-id-ring.js';

const CALL_DEADLINE_MS = 10_000;
const ID_LENGTH = 32;
const MARK_LENGTH = 16;
const MAX_LISTED = 1_000;

/** A subscription's ID by one secret, and its Workflow ID. */
interface Named {
  readonly id: string;
  readonly workflowId: string;
}

function nameBy(ids: TaskIdFactory, key: SubscriptionKey): Named {
  const { owner, url, name, arguments: args } = key;
  const digest = ids.sign('subscription', owner, url, name, toCanonicalJson(args));
  const id = `sub_${digest.toString('hex').slice(0, ID_LENGTH)}`;
  return { id, workflowId: `${toSubscriptionPrefix(ids.ownerTag(owner))}${id}` };
}

function isStatus(value: unknown): value is SubscriptionStatus {
  return isRecord(value) && value['version'] === 1 && typeof value['active'] === 'boolean';
}

/** Stores each subscription as a Workflow Execution. */
export class TemporalSubscriptions implements SubscriptionStore {
  readonly #calls: TemporalCalls;
  readonly #ids: TaskIdRing;

  /** @throws {RangeError} When a secret is shorter than 32 bytes. */
  constructor(client: Client, secret: Uint8Array, previousSecrets: readonly Uint8Array[] = []) {
    this.#calls = new TemporalCalls(client, CALL_DEADLINE_MS);
    this.#ids = new TaskIdRing(secret, previousSecrets);
  }

  /** Finds a live subscription, which may have the ID of a previous secret. */
  async find(key: SubscriptionKey): Promise<FoundSubscription> {
    for (const ids of this.#ids.all) {
      const { id, workflowId } = nameBy(ids, key);
      const status = await this.#describe(workflowId);
      if (status) return { id, status };
    }
    return { id: nameBy(this.#ids.current, key).id };
  }

  async count(owner: string): Promise<number> {
    const { count } = await this.#calls.run(async (client) =>
      client.workflowService.countWorkflowExecutions({
        namespace: client.options.namespace,
        query: this.#toQuery(owner),
      }),
    );
    return Number(count);
  }

  async list(owner: string): Promise<readonly string[]> {
    const { executions } = await this.#calls.run(async (client) =>
      client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        query: this.#toQuery(owner),
        pageSize: MAX_LISTED,
      }),
    );
    return executions.flatMap(({ execution }) => {
      const { workflowId } = execution ?? {};
      return workflowId ? [workflowId.slice(workflowId.lastIndexOf('-') + 1)] : [];
    });
  }

  /** The visibility query for an owner's live subscriptions. */
  #toQuery(owner: string): string {
    const anyOf = this.#ids
      .ownerTags(owner)
      .map((ownerTag) => `WorkflowId STARTS_WITH '${toSubscriptionPrefix(ownerTag)}'`);
    return `(${anyOf.join(' OR ')}) AND ExecutionStatus = 'Running'`;
  }

  async reserve(key: SubscriptionKey, id: string, op: string): Promise<void> {
    const { name, arguments: args } = key;
    const state: SubscriptionState = {
      version: 1,
      id,
      name,
      arguments: args,
      deliveriesAtOnce: DELIVERIES_AT_ONCE,
    };
    await this.#calls.run(async (client) =>
      client.workflow.signalWithStart(SUBSCRIPTION_WORKFLOW_TYPE, {
        workflowId: this.#toWorkflowId(key.owner, id, key),
        taskQueue: toDeliveryTaskQueue(this.#ids.current.deliveryTag),
        args: [state],
        signal: RESERVE_SIGNAL,
        signalArgs: [{ op }],
        memo: { [SUBSCRIPTION_MEMO_KEY]: UNGRANTED },
        staticSummary: `Brings ${name} to an endpoint`,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    );
  }

  async activate(owner: string, id: string, activation: SubscriptionActivation): Promise<boolean> {
    return this.#signal({ owner, id }, ACTIVATE_SIGNAL, [activation]);
  }

  async markOf(id: string, secret: string): Promise<string> {
    const mark = this.#ids.current.sign('webhook secret', id, secret);
    return Promise.resolve(mark.toString('hex').slice(0, MARK_LENGTH));
  }

  async end(owner: string, id: string): Promise<void> {
    await this.#signal({ owner, id }, END_SIGNAL, []);
  }

  /** @returns False if the subscription does not exist. */
  async #signal(
    { owner, id }: { readonly owner: string; readonly id: string },
    signal: string,
    payload: readonly unknown[],
  ): Promise<boolean> {
    for (const ownerTag of this.#ids.ownerTags(owner)) {
      const workflowId = `${toSubscriptionPrefix(ownerTag)}${id}`;
      const isTaken = await this.#calls.run(async (client) => {
        try {
          await client.workflow.getHandle(workflowId).signal(signal, ...payload);
          return true;
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return false;
          throw error;
        }
      });
      if (isTaken) return true;
    }
    return false;
  }

  /** Returns the Workflow ID of a subscription, by the secret that made its ID. */
  #toWorkflowId(owner: string, id: string, key: SubscriptionKey): string {
    const named = this.#ids.all.map((ids) => nameBy(ids, key)).find((one) => one.id === id);
    return named?.workflowId ?? `${toSubscriptionPrefix(this.#ids.current.ownerTag(owner))}${id}`;
  }

  /** Returns the status of a live subscription. */
  async #describe(workflowId: string): Promise<SubscriptionStatus | undefined> {
    return this.#calls.run(async (client) => {
      try {
        const described = await client.workflow.getHandle(workflowId).describe();
        if (described.status.name !== 'RUNNING') return undefined;
        const status = described.memo?.[SUBSCRIPTION_MEMO_KEY];
        return isStatus(status) ? status : UNGRANTED;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    });
  }
}

/** Returns the Task Queues of subscriptions that were made with these secrets: that of the current secret first. */
export function deliveryTaskQueues(
  secret: Uint8Array,
  previousSecrets: readonly Uint8Array[],
): readonly string[] {
  const { all } = new TaskIdRing(secret, previousSecrets);
  return [...new Set(all.map(({ deliveryTag }) => toDeliveryTaskQueue(deliveryTag)))];
}
