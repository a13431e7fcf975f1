/** The owner of entries without an owner. No real owner has this name, since owners are words or JSON. */
export const NOBODY = '';

/** Bounds of a queue. */
export interface FairQueueBounds {
  /** Maximum number of entries of one owner. Default: unlimited. */
  readonly ofOneOwner?: number;
  /** Maximum number of entries of all owners together. Default: unlimited. */
  readonly overall?: number;
}

/**
 * A queue in which owners take turns, and the entries of one owner keep their order. A single entry of an owner waits
 * for at most one entry of each other owner.
 */
export class FairQueue<Entry> {
  readonly #bounds: Required<FairQueueBounds>;
  /** Entries by owner. The first owner has the next turn. */
  readonly #entries = new Map<string, Set<Entry>>();
  #size = 0;

  constructor({ ofOneOwner = Infinity, overall = Infinity }: FairQueueBounds = {}) {
    this.#bounds = { ofOneOwner, overall };
  }

  /** Number of entries of all owners. */
  get size(): number {
    return this.#size;
  }

  /** The next entry of each owner, in the order of their turns. */
  *heads(): Iterable<Entry> {
    for (const [head] of this.#entries.values()) if (head !== undefined) yield head;
  }

  /**
   * Adds an entry after the other entries of its owner.
   *
   * @returns The entry that was dropped for lack of room: the given one if its owner has too many entries; in a full
   * queue, the newest entry of the owner with most entries. `undefined` if there was room.
   */
  add(owner: string, entry: Entry): Entry | undefined {
    const own = this.#entries.get(owner);
    if ((own?.size ?? 0) >= this.#bounds.ofOneOwner) return entry;
    if (own) own.add(entry);
    else this.#entries.set(owner, new Set([entry]));
    this.#size += 1;
    return this.#size > this.#bounds.overall ? this.#dropOne() : undefined;
  }

  /** Removes an entry before its turn. @returns False if the entry is no longer in the queue. */
  remove(owner: string, entry: Entry): boolean {
    const own = this.#entries.get(owner);
    if (!own?.delete(entry)) return false;
    this.#size -= 1;
    if (own.size === 0) this.#entries.delete(owner);
    return true;
  }

  /**
   * Removes and returns the next entry, and moves its owner to the end.
   *
   * @param isReady Returns true if this owner's next entry may be taken. Default: all entries may.
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
