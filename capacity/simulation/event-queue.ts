/** What happens next, earliest first: a binary heap. */
export class EventQueue<Event> {
  readonly #heap: { readonly atMs: number; readonly event: Event }[] = [];

  push(atMs: number, event: Event): void {
    const heap = this.#heap;
    const entry = { atMs, event };
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (!parent || parent.atMs <= atMs) break;
      heap[index] = parent;
      index = parentIndex;
    }
    heap[index] = entry;
  }

  /** The earliest event; `undefined` when nothing happens any more. */
  pop(): { readonly atMs: number; readonly event: Event } | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first && last && heap.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an entry where the first one was. */
  #sink(entry: { readonly atMs: number; readonly event: Event }): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      if (!left) break;
      const goesRight = right !== undefined && right.atMs < left.atMs;
      const child = goesRight ? right : left;
      if (child.atMs >= entry.atMs) break;
      heap[index] = child;
      index = 2 * index + (goesRight ? 2 : 1);
    }
    heap[index] = entry;
  }
}
