import { condition } from '@temporalio/workflow';

import {
  checkInputRequest,
  type InputRequest,
  type InputResponse,
} from '../core/contract/input-request.js';
import { toInstant } from '../core/value/instant.js';

import { countFrom } from './count-from.js';
import { TaskFailureType, toFailure } from './failures.js';
import type { QuestionOptions } from './questions.js';
import type { StatePublisher } from './state-publisher.js';

/** Maximum total size, in characters of JSON, of untaken answers that continue-as-new hands on. */
const MAX_CARRIED_ANSWERS = 256 * 1024;

export interface AskOptions {
  /** After continue-as-new, the same name finds the same request. */
  readonly name?: string | undefined;
  /** Deadline, in milliseconds since the epoch. */
  readonly deadlineAtMs?: number | undefined;
}

/**
 * Returns the options of a question that the Workflow asks now. Its deadline counts from this moment.
 *
 * @throws {ApplicationFailure} `mcp.InvalidInputRequest` if `deadlineMs` is not a positive number.
 */
export function toAskOptions({ name, deadlineMs }: QuestionOptions): AskOptions {
  if (deadlineMs === undefined) return { name };
  if (!Number.isFinite(deadlineMs) || deadlineMs <= 0) {
    throw toFailure(
      TaskFailureType.invalidInputRequest,
      `deadlineMs must be a positive number of milliseconds, not ${deadlineMs}.`,
    );
  }
  return { name, deadlineAtMs: Date.now() + Math.ceil(deadlineMs) };
}

interface NamedRequest {
  readonly key: string;
  readonly deadlineAtMs?: number | undefined;
}

export interface CarriedInputs {
  /** The counter for keys. All runs of the chain share it, so that no key is used twice. */
  readonly nextKey: number;
  readonly names: Readonly<Record<string, NamedRequest>>;
  /** Answers that have arrived, but were not taken yet, by key. */
  readonly answers: Readonly<Record<string, InputResponse>>;
}

/** Opens input requests and returns their answers. The first answer to a key counts; later ones are ignored. */
export class OpenInputRequests {
  readonly #publisher: StatePublisher;
  readonly #names: Map<string, NamedRequest>;
  readonly #answers: Map<string, InputResponse>;
  readonly #awaited = new Set<string>();
  #nextKey: number;

  constructor(publisher: StatePublisher, carried?: CarriedInputs) {
    this.#publisher = publisher;
    this.#nextKey = carried?.nextKey ?? countFrom();
    this.#names = new Map(Object.entries(carried?.names ?? {}));
    this.#answers = new Map(Object.entries(carried?.answers ?? {}));
  }

  /** Takes answers when they arrive. Ignores keys that are unknown or already answered. */
  accept(responses: Readonly<Record<string, InputResponse>>): void {
    const open = this.#publisher.state.inputRequests ?? {};
    const accepted = Object.entries(responses).filter(
      ([key]) => isOwnKey(key) && Object.hasOwn(open, key),
    );
    for (const [key, response] of accepted) this.#answers.set(key, response);
    this.#publisher.changeInputs(Object.fromEntries(accepted.map(([key]) => [key, undefined])));
  }

  /**
   * Opens an input request, or finds the open one of the same name, and waits for its answer.
   *
   * @param use Processes the answer, or `undefined` if the deadline has passed. The answer counts as taken when this is
   * done: a run that ends earlier hands the answer on to the next run.
   * @throws {ApplicationFailure} `mcp.InvalidInputRequest`, `mcp.StateTooLarge`; nothing is published then.
   * @throws {CancelledFailure} if the surrounding scope is cancelled; the request is withdrawn then.
   */
  async ask<Outcome>(
    request: InputRequest,
    options: AskOptions,
    use: (response: InputResponse | undefined) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> {
    const { key, deadlineAtMs } = this.#find(options.name) ?? this.#open(request, options);
    const isAnswered = (): boolean => this.#answers.has(key);
    this.#awaited.add(key);
    try {
      if (deadlineAtMs === undefined) await condition(isAnswered);
      else if (deadlineAtMs > Date.now()) await condition(isAnswered, deadlineAtMs - Date.now());
      return await use(this.#answers.get(key));
    } finally {
      this.#close(key, options.name);
    }
  }

  carryOver(): CarriedInputs {
    const answers: Record<string, InputResponse> = {};
    let size = 0;
    for (const { key } of this.#names.values()) {
      const answer = this.#answers.get(key);
      size += JSON.stringify(answer ?? null).length;
      // The next run asks a question again if its answer is too large to hand on.
      if (answer !== undefined && size <= MAX_CARRIED_ANSWERS) answers[key] = answer;
    }
    return { nextKey: this.#nextKey, names: Object.fromEntries(this.#names), answers };
  }

  /** Keys of the open input requests that end with this run. They have no name, so the next run cannot find them. */
  unnamedKeys(): string[] {
    const named = new Set([...this.#names.values()].map(({ key }) => key));
    const open = Object.keys(this.#publisher.state.inputRequests ?? {});
    return open.filter((key) => isOwnKey(key) && !named.has(key));
  }

  #find(name: string | undefined): NamedRequest | undefined {
    const earlier = name === undefined ? undefined : this.#names.get(name);
    if (!earlier) return undefined;
    if (this.#awaited.has(earlier.key)) {
      throw toFailure(
        TaskFailureType.invalidInputRequest,
        `"${name}" is being asked already: questions that are open at the same time need names of their own.`,
      );
    }
    const isOpen = Object.hasOwn(this.#publisher.state.inputRequests ?? {}, earlier.key);
    return isOpen || this.#answers.has(earlier.key) ? earlier : undefined;
  }

  #open(request: InputRequest, { name, deadlineAtMs }: AskOptions): NamedRequest {
    const [violation] = checkInputRequest(request);
    if (violation) {
      const place = violation.path === '' ? 'it' : violation.path;
      throw toFailure(
        TaskFailureType.invalidInputRequest,
        `MCP cannot ask this with ${request.method}: ${place} ${violation.message}.`,
      );
    }
    const key = `i${this.#nextKey}`;
    this.#nextKey += 1;
    if (name !== undefined) this.#names.set(name, { key, deadlineAtMs });
    try {
      this.#publisher.changeInputs({
        [key]: {
          ...request,
          askedAt: toInstant(Date.now()),
          answerBy: deadlineAtMs === undefined ? undefined : toInstant(deadlineAtMs),
        },
      });
    } catch (error) {
      if (name !== undefined) this.#names.delete(name);
      throw error;
    }
    return { key, deadlineAtMs };
  }

  /** Forgets a request. Later answers to it are ignored. */
  #close(key: string, name: string | undefined): void {
    this.#awaited.delete(key);
    this.#answers.delete(key);
    if (name !== undefined) this.#names.delete(name);
    this.#publisher.changeInputs({ [key]: undefined });
  }
}

/** Returns true for a key of this Workflow. The keys of its children have a prefix. */
function isOwnKey(key: string): boolean {
  return /^i\d+$/.test(key);
}
