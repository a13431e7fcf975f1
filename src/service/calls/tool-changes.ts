import type { Caller } from '../../core/person/caller.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';

import type { Toolbox } from './toolbox.js';

/** The tools of a server before and after a reload. */
export interface ToolChange {
  readonly before: Toolbox;
  readonly after: Toolbox;
}

export type ToolChangeListener = (change: ToolChange) => void;

/** Tells open streams that the server's tools have changed. */
export class ToolChanges {
  readonly #listeners = new Set<ToolChangeListener>();

  /** @returns A function that ends the subscription. */
  subscribe(listener: ToolChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(change: ToolChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** Returns true if a caller's list of tools has changed. Changes for other callers do not count. */
export function hasChangedFor({ before, after }: ToolChange, caller: Caller): boolean {
  // Clients that use tasks see a subset of the tools of other clients.
  const client = { usesTasks: false };
  return (
    toCanonicalJson(before.list(caller, client)) !== toCanonicalJson(after.list(caller, client))
  );
}
