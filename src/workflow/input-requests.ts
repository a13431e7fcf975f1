import { ApplicationFailure, condition } from '@temporalio/workflow';

import {
  checkInputRequest,
  type InputRequest,
  type InputRequests,
  type InputResponse,
} from '../core/input-request.js';

import type { StatePublisher } from './state-publisher.js';

/** Keys carry a counter that the whole chain of runs shares, so that none is ever used twice. */
const KEY_PREFIX = 'i';

/** Memo key of what goes along when a Workflow continues as new. Of this library's own; no part of the contract. */
export const CARRY_MEMO_KEY = 'mcp.task.carry';

/** What has to go along when a Workflow continues as new. */
export interface CarriedInputs {
  readonly nextKey: number;
  /** Key by name, for questions that are asked again by name in the next run. */
  readonly names: Readonly<Record<string, string>>;
  /** Answers that came and were not taken yet. */
  readonly answers: Readonly<Record<string, InputResponse>>;
}

const NOTHING_CARRIED: CarriedInputs = { nextKey: 1, names: {}, answers: {} };

/** Asks, and hands out the answers: the first one to a key counts, all others are ignored. */
export class OpenInputRequests {
  readonly #answers: Map<string, InputResponse>;
  readonly #names: Map<string, string>;
  readonly #awaited = new Set<string>();
  #publisher: StatePublisher | undefined;
  #nextKey: number;

  constructor(carried: CarriedInputs = NOTHING_CARRIED) {
    this.#nextKey = carried.nextKey;
    this.#names = new Map(Object.entries(carried.names));
    this.#answers = new Map(Object.entries(carried.answers));
  }

  /**
   * Joins it with what publishes its requests. Requests of an earlier run that nobody can ask for by name any
   * more are withdrawn.
   */
  attach(publisher: StatePublisher): void {
    this.#publisher = publisher;
    const named = new Set(this.#names.values());
    const kept = Object.entries(this.#open).filter(([key]) => named.has(key));
    if (kept.length < Object.keys(this.#open).length) this.#publishOpen(Object.fromEntries(kept));
  }

  get #open(): InputRequests {
    return this.#publisher?.state.inputRequests ?? {};
  }

  /** Takes answers as they come. Keys that are not open, or have been answered, are ignored. */
  accept(responses: Readonly<Record<string, unknown>>): void {
    const accepted = Object.entries(responses).filter(
      ([key, response]) => key in this.#open && typeof response === 'object' && response !== null,
    );
    for (const [key, response] of accepted) this.#answers.set(key, response as InputResponse);
    // What is awaited is published by whoever awaits it, in this same Workflow Task.
    if (accepted.every(([key]) => this.#awaited.has(key))) return;
    this.#publishOpen(
      Object.fromEntries(Object.entries(this.#open).filter(([key]) => !this.#answers.has(key))),
    );
  }

  /**
   * Opens an input request and waits for its answer.
   *
   * @param options.name Asks under a name: after continue-as-new, the same name finds the same open question.
   * @param options.deadlineMs How long to wait; `undefined` comes back when it is over.
   * @throws {ApplicationFailure} type `mcp.InvalidInputRequest`, when the request breaks MCP's rules.
   */
  async ask(
    request: InputRequest,
    {
      name,
      deadlineMs,
    }: { readonly name?: string | undefined; readonly deadlineMs?: number | undefined },
  ): Promise<InputResponse | undefined> {
    const key =
      (name === undefined ? undefined : this.#names.get(name)) ?? this.#openNew(request, name);
    const isAnswered = (): boolean => this.#answers.has(key);
    this.#awaited.add(key);
    try {
      if (deadlineMs === undefined) await condition(isAnswered);
      else await condition(isAnswered, deadlineMs);
      return this.#answers.get(key);
    } finally {
      this.#forget(key, name);
    }
  }

  /** What the next run of this Workflow needs. */
  carryOver(): CarriedInputs {
    return {
      nextKey: this.#nextKey,
      names: Object.fromEntries(this.#names),
      answers: Object.fromEntries(this.#answers),
    };
  }

  #openNew(request: InputRequest, name: string | undefined): string {
    const [violation] = checkInputRequest(request);
    if (violation) {
      throw ApplicationFailure.nonRetryable(
        `This cannot be asked with ${request.method}: ${violation.path} ${violation.message}.`,
        'mcp.InvalidInputRequest',
      );
    }
    const key = `${KEY_PREFIX}${this.#nextKey}`;
    this.#publishOpen({ ...this.#open, [key]: request });
    this.#nextKey += 1;
    if (name !== undefined) this.#names.set(name, key);
    return key;
  }

  #forget(key: string, name: string | undefined): void {
    this.#answers.delete(key);
    this.#awaited.delete(key);
    if (name !== undefined) this.#names.delete(name);
    if (!(key in this.#open)) return;
    this.#publishOpen(
      Object.fromEntries(Object.entries(this.#open).filter(([open]) => open !== key)),
    );
  }

  #publishOpen(inputRequests: InputRequests): void {
    const isOpen = Object.keys(inputRequests).length > 0;
    this.#publisher?.publish({
      status: isOpen ? 'input_required' : 'working',
      inputRequests: isOpen ? inputRequests : undefined,
    });
  }
}
