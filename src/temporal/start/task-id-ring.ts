import { checkSecrets } from '../../core/check-secrets.js';

import { TaskIdFactory } from './task-id-factory.js';

/** A factory a secret: the current one makes, and the previous ones still recognise. */
export class TaskIdRing {
  readonly current: TaskIdFactory;
  /** Newest first, as they were given. */
  readonly previous: readonly TaskIdFactory[];

  /** @throws {RangeError} When a secret is shorter than 32 bytes, or there are more than four previous ones. */
  constructor(secret: Uint8Array, previousSecrets: readonly Uint8Array[] = []) {
    checkSecrets(secret, previousSecrets);
    this.current = new TaskIdFactory(secret);
    this.previous = previousSecrets.map((previous) => new TaskIdFactory(previous));
  }

  get all(): readonly TaskIdFactory[] {
    return [this.current, ...this.previous];
  }

  /** The owner's tags: the one of the current secret first, and none twice. */
  ownerTags(owner: string): readonly string[] {
    return [...new Set(this.all.map((ids) => ids.ownerTag(owner)))];
  }

  /** Returns true if a tag is one of the owner's. */
  isOwnerTag(ownerTag: string | undefined, owner: string): boolean {
    return this.all.some((ids) => ids.ownerTag(owner) === ownerTag);
  }
}
