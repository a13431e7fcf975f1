/** The owner of entries without an owner. It cannot collide: an owner is a word or JSON. */
export const NOBODY = '';

/** Bounds of a queue. */
export interface FairQueueBounds {
  /** Entries of one owner. Default: any number. */
  readonly ofOneOwner?: number;
  /** Entries of all owners together. Default: any number. */
  readonly overall?: number;
}

/**
 * Entries that wait for something scarce. The owners take turns, and the entries of one owner keep their order: an owner with
 * one entry waits for one entry of each other owner, however many these have.
 */
export class FairQueue<Entry> {
  readonly #bounds: Required<FairQueueBounds>;
  /** Entries by owner, the owner with the next turn first. */
  readonly #entries = new Map<string, Set<Entry>>();
  #size = 0;

  constructor({ ofOneOwner = Infinity, overall = Infinity }: FairQueueBounds = {}) {
    this.#bounds = { ofOneOwner, overall };
  }

  /** Entries of all owners together. */
  get size(): number {
    return this.#size;
  }

  /** The next entry of each owner, in the order of their turns. */
  *heads(): Iterable<Entry> {
    for (const [head] of this.#entries.values()) if (head !== undefined) yield head;
  }

  /**
   * Adds an entry behind the others of its owner.
   *
   * @returns The entry that was dropped for lack of room: the given one if its owner has too many; in a full queue,
   * the newest of the owner with most. `undefined`: there was room.
   */
  add(owner: string, entry: Entry): Entry | undefined {
    const own = this.#entries.get(owner);
    if ((own?.size ?? 0) >= this.#bounds.ofOneOwner) return entry;
    if (own) own.add(entry);
    else this.#entries.set(owner, new Set([entry]));
    this.#size += 1;
    return this.#size > this.#bounds.overall ? this.#dropOne() : undefined;
  }

  /** Takes an entry out before its turn. @returns False if it is not there any more. */
  remove(owner: string, entry: Entry): boolean {
    const own = this.#entries.get(owner);
    if (!own?.delete(entry)) return false;
    this.#size -= 1;
    if (own.size === 0) this.#entries.delete(owner);
    return true;
  }

  /**
   * Takes the next entry out, and sends its owner behind all others.
   *
   * @param isReady Says of an owner and their next entry if it may be taken. Default: every one may.
   */
  next(isReady: (owner: string, head: Entry) => boolean = () => true): Entry | undefined {
    for (const [owner, own] of this.#entries) {
      const [head] = own;
      if (head === undefined || !isReady(owner, head)) continue;
      this.remove(owner, head);
      if (this.#entries.delete(owner)) this.#entries.set(owner, own);
      return head;
    }
    return undefined;
  }

  /** Drops an entry of the owner with most entries; among equals, of the owner with the last turn. */
  #dropOne(): Entry | undefined {
    let [longest, most]: [string, number] = [NOBODY, 0];
    for (const [owner, { size }] of this.#entries) {
      if (size >= most) [longest, most] = [owner, size];
    }
    const newest = [...(this.#entries.get(longest) ?? [])].at(-1);
    if (newest !== undefined) this.remove(longest, newest);
    return newest;
  }
}
