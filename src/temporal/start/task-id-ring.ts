import { TaskIdFactory } from './task-id-factory.js';

/** The current secret makes IDs, and the previous one still recognises its own. */
export class TaskIdRing {
  readonly current: TaskIdFactory;
  readonly previous: TaskIdFactory | undefined;
  /** The current one first. */
  readonly all: readonly TaskIdFactory[];

  /** @throws {RangeError} If a secret is shorter than 32 bytes. */
  constructor(secret: Uint8Array, previousSecret?: Uint8Array) {
    this.current = new TaskIdFactory(secret);
    this.previous = previousSecret && new TaskIdFactory(previousSecret);
    this.all = this.previous ? [this.current, this.previous] : [this.current];
  }

  /** Without duplicates: that of the current secret first. */
  ownerTags(owner: string): readonly string[] {
    return [...new Set(this.all.map((ids) => ids.ownerTag(owner)))];
  }

  isOwnerTag(ownerTag: string | undefined, owner: string): boolean {
    return this.all.some((ids) => ids.ownerTag(owner) === ownerTag);
  }
}
