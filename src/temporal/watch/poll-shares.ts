interface Use {
  /** Number of watched tasks. */
  watched: number;
  /** Number of open long polls. */
  polls: number;
}

/** Shares long polls between owners. An owner gets more than an equal share only while other owners do not need it. */
export class PollShares {
  readonly #max: number;
  readonly #uses = new Map<string, Use>();
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Notes that an owner watches one more task. */
  join(owner: string): void {
    const use = this.#uses.get(owner) ?? { watched: 0, polls: 0 };
    use.watched += 1;
    this.#uses.set(owner, use);
  }

  /** Notes that an owner watches one task less. A long poll is released by `release`. */
  leave(owner: string): void {
    const use = this.#uses.get(owner);
    if (!use) return;
    use.watched -= 1;
    this.#forgetUnused(owner, use);
  }

  /** Returns true if the owner may take one more long poll. */
  mayTake(owner: string): boolean {
    if (this.#open >= this.#max) return false;
    return (
      this.#pollsOf(owner) < this.#share || this.#open + this.#wantedBesides(owner) < this.#max
    );
  }

  /** Takes a long poll. @returns False if the owner may not take one now. */
  take(owner: string): boolean {
    if (!this.mayTake(owner)) return false;
    const use = this.#uses.get(owner) ?? { watched: 0, polls: 0 };
    use.polls += 1;
    this.#uses.set(owner, use);
    this.#open += 1;
    return true;
  }

  /** Gives a long poll back. */
  release(owner: string): void {
    const use = this.#uses.get(owner);
    if (!use) return;
    use.polls -= 1;
    this.#open -= 1;
    this.#forgetUnused(owner, use);
  }

  /** Returns true if an owner has more than an equal share, and another owner waits for a long poll. */
  isAboveShare(owner: string): boolean {
    return (
      this.#pollsOf(owner) > this.#share && this.#open + this.#wantedBesides(owner) > this.#max
    );
  }

  get #share(): number {
    return Math.max(1, Math.floor(this.#max / Math.max(1, this.#uses.size)));
  }

  #pollsOf(owner: string): number {
    return this.#uses.get(owner)?.polls ?? 0;
  }

  /** Returns the number of long polls that other owners lack of their shares. */
  #wantedBesides(owner: string): number {
    const share = this.#share;
    let wanted = 0;
    for (const [other, { watched, polls }] of this.#uses) {
      if (other !== owner) wanted += Math.max(0, Math.min(watched, share) - polls);
    }
    return wanted;
  }

  #forgetUnused(owner: string, { watched, polls }: Use): void {
    if (watched <= 0 && polls <= 0) this.#uses.delete(owner);
  }
}
