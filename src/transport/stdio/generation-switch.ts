import { PassThrough, type Readable } from 'node:stream';

import type { LazyGeneration } from '../../mcp/generation.js';

/** Generations. One of them will take over the connection. */
export type LazyGenerations = readonly [LazyGeneration, ...LazyGeneration[]];

/** Called at most once for each generation, with the messages for that generation. */
export type Connect = (generation: LazyGeneration, messages: Readable) => void;

function isRequest(message: unknown): boolean {
  const { id, method } = (message ?? {}) as { readonly id?: unknown; readonly method?: unknown };
  return id !== undefined && typeof method === 'string';
}

/**
 * Gives a connection to the generation of its client (Versioning › Compatibility Matrix). The first message that a
 * generation recognizes as opening decides, finally. A request that no generation recognizes chooses the oldest
 * generation. Earlier messages go to the generation that they ask for, or else to the newest one. It answers them even
 * if another generation takes over the connection.
 */
export class GenerationSwitch {
  readonly #generations: LazyGenerations;
  readonly #connect: Connect;
  readonly #messages = new Map<LazyGeneration, PassThrough>();
  #chosen: PassThrough | undefined;

  constructor(generations: LazyGenerations, connect: Connect) {
    this.#generations = generations;
    this.#connect = connect;
  }

  pass(message: object): void {
    (this.#chosen ?? this.#route(message)).write(message);
  }

  /**
   * Ends the connection for every generation. If no message has come, the oldest generation gets the empty connection.
   */
  end(): void {
    if (this.#messages.size === 0) this.#open(this.#oldest());
    for (const messages of this.#messages.values()) messages.end();
  }

  #oldest(): LazyGeneration {
    return this.#generations.at(-1) ?? this.#generations[0];
  }

  #route(message: unknown): PassThrough {
    for (const generation of this.#generations) {
      const opening = generation.recognize(message);
      if (opening === 'opens') return this.#choose(generation);
      if (opening === 'asks') return this.#open(generation);
    }
    return isRequest(message) ? this.#choose(this.#oldest()) : this.#open(this.#generations[0]);
  }

  #choose(generation: LazyGeneration): PassThrough {
    this.#chosen = this.#open(generation);
    return this.#chosen;
  }

  #open(generation: LazyGeneration): PassThrough {
    const open = this.#messages.get(generation);
    if (open) return open;
    const messages = new PassThrough({ objectMode: true });
    this.#messages.set(generation, messages);
    this.#connect(generation, messages);
    return messages;
  }
}
