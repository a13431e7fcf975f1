import { createHmac, randomBytes } from 'node:crypto';

import { checkSecret } from '../../core/check-secrets.js';
import { encodeOwnerTag, encodeTaskId, RANDOM_PART_BYTES } from '../../core/task/task-id.js';

const DELIVERY_TAG_LENGTH = 12;

/** Makes task IDs and signs cursors, with one secret that all replicas of a server share. */
export class TaskIdFactory {
  readonly #secret: Uint8Array;

  /** @throws {RangeError} When the secret is shorter than 32 bytes. */
  constructor(secret: Uint8Array) {
    checkSecret(secret);
    this.#secret = secret;
  }

  /** A keyed hash of some texts. The purpose comes first, so that one purpose's hash is of no use for another. */
  sign(purpose: string, ...parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest();
  }

  /** The owner tag in the owner's task IDs. The same in every process with the same secret. */
  ownerTag(owner: string): string {
    return encodeOwnerTag(this.sign('owner', owner));
  }

  /** Names the Task Queue of the Workers with this secret that deliver events. */
  get deliveryTag(): string {
    return this.sign('delivery').toString('hex').slice(0, DELIVERY_TAG_LENGTH);
  }

  /** A new task ID with 130 random bits. */
  randomTaskId(ownerTag: string): string {
    return encodeTaskId(ownerTag, randomBytes(RANDOM_PART_BYTES));
  }

  /** The task ID that one owner, tool and idempotency key always give. Unguessable without the secret. */
  idempotentTaskId(ownerTag: string, tool: string, key: string): string {
    return encodeTaskId(ownerTag, this.sign('idempotency', ownerTag, tool, key));
  }

  /** A digest that tells whether two calls had the same arguments. */
  argumentsDigest(serialized: string): string {
    return this.sign('arguments', serialized).toString('base64url');
  }
}
