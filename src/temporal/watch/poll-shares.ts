interface Use {
  /** Tasks that are watched. */
  watched: number;
  /** Long polls that are open. */
  polls: number;
}

/** Long polls, shared by owner: an owner gets more than an equal share only while others do not need it. */
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

  /** Notes that an owner watches one task less. Its long poll is released apart. */
  leave(owner: string): void {
    const use = this.#uses.get(owner);
    if (!use) return;
    use.watched -= 1;
    this.#forgetUnused(owner, use);
  }

  /** Returns true if there is a long poll for the owner. */
  mayTake(owner: string): boolean {
    if (this.#open >= this.#max) return false;
    return (
      this.#pollsOf(owner) < this.#share || this.#open + this.#wantedBesides(owner) < this.#max
    );
  }

  /** Takes a long poll. @returns False if there is none for the owner. */
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

  /** Returns true if an owner has a long poll that is another one's by right, who waits for it. */
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

  /** Long polls that other owners lack of their shares. */
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
