/** An open amount. It counts until it is closed. */
export interface Held {
  /** Changes the amount. */
  readonly resize: (amount: number) => void;
  /** Closes the amount. May be called several times. */
  readonly close: () => void;
}

/** Open amounts by key. Keys with an amount of zero are not kept. */
export class OpenAmounts {
  readonly #amounts = new Map<string, number>();

  of(what: string, key: string): number {
    return this.#amounts.get(`${what} ${key}`) ?? 0;
  }

  add(what: string, keys: readonly string[], amount: number): Held {
    let held = 0;
    let isOpen = true;
    const resize = (to: number): void => {
      if (!isOpen) return;
      for (const key of keys) this.#change(`${what} ${key}`, to - held);
      held = to;
    };
    resize(amount);
    return {
      resize,
      close: () => {
        resize(0);
        isOpen = false;
      },
    };
  }

  #change(name: string, by: number): void {
    const amount = (this.#amounts.get(name) ?? 0) + by;
    if (amount > 0) this.#amounts.set(name, amount);
    else this.#amounts.delete(name);
  }
}
