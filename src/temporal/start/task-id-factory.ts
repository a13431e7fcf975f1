import { createHmac, randomBytes } from 'node:crypto';

import { checkSecret } from '../../core/check-secret.js';
import {
  encodeOwnerTag,
  encodeTaskId,
  EQUAL_CALL_BYTES,
  RANDOM_PART_BYTES,
  type TaskKind,
} from '../../core/task/task-id.js';

/** Whose task an ID is for, and of which tool. */
export interface IdOwner {
  readonly ownerTag: string;
  readonly tool: string;
  /** Default: a Workflow. */
  readonly kind?: TaskKind | undefined;
}

/** Makes task IDs, with one secret that all replicas of a server share. */
export class TaskIdFactory {
  readonly #secret: Uint8Array;

  /** @throws {RangeError} If the secret is shorter than 32 bytes. */
  constructor(secret: Uint8Array) {
    checkSecret(secret);
    this.#secret = secret;
  }

  /** Returns a keyed hash of texts. The purpose comes first, so that a hash for one purpose is useless for another. */
  sign(purpose: string, ...parts: readonly string[]): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([purpose, ...parts]))
      .digest();
  }

  /** Returns the owner tag in the owner's task IDs. It is the same in every process with the same secret. */
  ownerTag(owner: string): string {
    return encodeOwnerTag(this.sign('owner', owner));
  }

  /** With 130 random bits. */
  randomTaskId(ownerTag: string, kind: TaskKind = 'workflow'): string {
    return encodeTaskId(ownerTag, randomBytes(RANDOM_PART_BYTES), kind);
  }

  /**
   * Returns the task ID of an owner, tool and idempotency key, always the same. Nobody can guess it without the secret.
   */
  idempotentTaskId({ ownerTag, tool, kind }: IdOwner, key: string): string {
    return encodeTaskId(ownerTag, this.sign('idempotency', ownerTag, tool, key), kind);
  }

  /**
   * Returns the task ID of the next equal call, always the same. The IDs of equal calls have a prefix in common, by
   * which visibility finds the last one.
   *
   * @param after The ID before it. Default: the call is the first.
   */
  equalCallTaskId({ ownerTag, tool, kind }: IdOwner, key: string, after = ''): string {
    const common = this.sign('equal calls', ownerTag, tool, key).subarray(0, EQUAL_CALL_BYTES);
    return encodeTaskId(
      ownerTag,
      Buffer.concat([common, this.sign('equal call', ownerTag, tool, key, after)]),
      kind,
    );
  }

  /** Returns a digest that shows if two calls had the same arguments. */
  argumentsDigest(serialized: string): string {
    return this.sign('arguments', serialized).toString('base64url');
  }
}
