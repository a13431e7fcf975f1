import type { Identity } from '../../core/person/caller.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';

import type { Toolbox } from './toolbox.js';

/** The tools of a server before and after they were replaced. */
export interface ToolChange {
  readonly before: Toolbox;
  readonly after: Toolbox;
}

/** Whoever is told that the tools have changed. */
export type ToolChangeListener = (change: ToolChange) => void;

/** Tells those whose streams are open that the tools of the server are others now. */
export class ToolChanges {
  readonly #listeners = new Set<ToolChangeListener>();

  /** @returns What ends it. */
  subscribe(listener: ToolChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(change: ToolChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** Whether somebody is shown other tools than before: what changes for others is not told. */
export function hasChangedFor({ before, after }: ToolChange, identity: Identity): boolean {
  // Whoever uses tasks is shown a part of what the others are.
  const caller = { ...identity, usesTasks: false };
  return toCanonicalJson(before.list(caller)) !== toCanonicalJson(after.list(caller));
}
