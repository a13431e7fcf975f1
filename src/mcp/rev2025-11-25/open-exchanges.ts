/** What is open over HTTP, so that it can be ended together. */
export class OpenExchanges {
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A signal that fires when the client has gone, the exchange has ended, or all of them are to end. */
  begin(gone: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
    const exchange = new AbortController();
    const end = (): void => {
      gone.removeEventListener('abort', end);
      this.#open.delete(exchange);
      exchange.abort();
    };
    this.#open.add(exchange);
    gone.addEventListener('abort', end);
    if (gone.aborted || this.#isClosed) end();
    return { signal: exchange.signal, end };
  }

  close(): void {
    this.#isClosed = true;
    for (const exchange of this.#open) exchange.abort();
    this.#open.clear();
  }
}
