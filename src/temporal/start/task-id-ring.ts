import { checkSecrets } from '../../core/check-secrets.js';

import { TaskIdFactory } from './task-id-factory.js';

/** One factory per secret: the current one makes IDs, and the previous ones still recognise theirs. */
export class TaskIdRing {
  readonly current: TaskIdFactory;
  /** Newest first, in the given order. */
  readonly previous: readonly TaskIdFactory[];

  /** @throws {RangeError} If a secret is shorter than 32 bytes, or there are more than four previous ones. */
  constructor(secret: Uint8Array, previousSecrets: readonly Uint8Array[] = []) {
    checkSecrets(secret, previousSecrets);
    this.current = new TaskIdFactory(secret);
    this.previous = previousSecrets.map((previous) => new TaskIdFactory(previous));
  }

  get all(): readonly TaskIdFactory[] {
    return [this.current, ...this.previous];
  }

  /** Returns the owner's tags without duplicates: that of the current secret first. */
  ownerTags(owner: string): readonly string[] {
    return [...new Set(this.all.map((ids) => ids.ownerTag(owner)))];
  }

  /** Returns true if a tag belongs to the owner. */
  isOwnerTag(ownerTag: string | undefined, owner: string): boolean {
    return this.all.some((ids) => ids.ownerTag(owner) === ownerTag);
  }
}
