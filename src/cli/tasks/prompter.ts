import type { InputRequest, InputResponse } from '../../core/question/input-request.js';

import type { Asked } from './ask-question.js';
import type { DeskTask } from './desk/desk-task.js';

export interface PrompterOptions {
  readonly ask: (request: InputRequest, signal: AbortSignal) => Promise<Asked>;
  readonly answer: (key: string, response: InputResponse) => Promise<void>;
  /** Called with true when a question takes the screen, and with false after it. */
  readonly onScreen: (isTaken: boolean) => void;
  /** Prints the fate of a question. */
  readonly say: (text: string) => void;
  /** Called when the person presses Ctrl-C at a question. */
  readonly onEnough: () => void;
}

/** Asks a person the questions of a watched task: one at a time, each once, and only while it is open. */
export class Prompter {
  readonly #options: PrompterOptions;
  readonly #seen = new Set<string>();
  #current: { readonly key: string; readonly withdrawal: AbortController } | undefined;
  #questions: Readonly<Record<string, InputRequest>> = {};
  #last: Promise<void> = Promise.resolve();

  constructor(options: PrompterOptions) {
    this.#options = options;
  }

  /** Takes the task's current questions. */
  update({ questions = {} }: DeskTask): void {
    this.#questions = questions;
    const current = this.#current;
    if (current && !Object.hasOwn(questions, current.key)) current.withdrawal.abort();
    this.#askNext();
  }

  /** Withdraws open prompts, and resolves when they are gone. */
  async end(): Promise<void> {
    this.#questions = {};
    this.#current?.withdrawal.abort();
    await this.#last;
  }

  #askNext(): void {
    if (this.#current) return;
    const next = Object.entries(this.#questions).find(([key]) => !this.#seen.has(key));
    if (!next) return;
    const [key, request] = next;
    this.#seen.add(key);
    const current = { key, withdrawal: new AbortController() };
    this.#current = current;
    this.#last = this.#ask(key, request, current.withdrawal.signal).finally(() => {
      this.#current = undefined;
      this.#askNext();
    });
  }

  async #ask(key: string, request: InputRequest, signal: AbortSignal): Promise<void> {
    const { ask, answer, onScreen, say, onEnough } = this.#options;
    onScreen(true);
    let asked: Asked;
    try {
      asked = await ask(request, signal);
    } finally {
      onScreen(false);
    }
    if (signal.aborted) {
      say(`${key} is no longer asked: it was answered elsewhere, or withdrawn.`);
      return;
    }
    switch (asked.kind) {
      case 'answered':
        try {
          await answer(key, asked.response);
        } catch (error) {
          say(`${key} could not be answered: ${(error as Error).message}`);
        }
        return;
      case 'left':
        say(`${key} stays open.`);
        return;
      case 'ended':
        onEnough();
    }
  }
}
