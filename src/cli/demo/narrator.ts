import { TaskStatus } from '../../core/task/task-status.js';
import { paint, paintStatus, screenOf } from '../tasks/show/style.js';

const EVENT_WIDTH = 14;
/** The column in which the text of an event begins, so that details can be put below it. */
const TEXT_INDENT = ' '.repeat(12 + EVENT_WIDTH + 1);

const STATUSES: readonly string[] = Object.values(TaskStatus);

function isStatus(text: string): text is TaskStatus {
  return STATUSES.includes(text);
}

/** Tells people on standard output what happens, one short line at a time. The lines are not made for parsers. */
export class Narrator {
  readonly #screen = screenOf(process.stdout);
  #steps = 0;
  #stepStartedAt = performance.now();

  /** Begins a step; the times of its events count from here. */
  step(title: string): void {
    this.#steps += 1;
    this.#stepStartedAt = performance.now();
    this.#print(`\n${paint('bold', `${this.#steps}. ${title}`, this.#screen)}`);
  }

  /** Announces in a sentence what follows. */
  say(sentence: string): void {
    this.#print(`   ${paint('dim', sentence, this.#screen)}`);
  }

  /** Prints names and their texts in two columns. */
  facts(facts: readonly (readonly [name: string, text: string])[], indent = '   '): void {
    const width = Math.max(...facts.map(([name]) => name.length));
    for (const [name, text] of facts) this.#print(`${indent}${name.padEnd(width)}  ${text}`);
  }

  /** Tells what has just happened; a task's status is coloured. */
  event(what: string, text = ''): void {
    const seconds = ((performance.now() - this.#stepStartedAt) / 1000).toFixed(1);
    const time = paint('dim', `${seconds.padStart(5)} s`, this.#screen);
    this.#print(`   ${time}  ${this.#mark(what)} ${text}`);
  }

  /** Prints facts of the last event, below it. */
  details(facts: readonly (readonly [name: string, text: string])[]): void {
    this.facts(facts, TEXT_INDENT);
  }

  /** Prints a line of a list of tasks: the coloured status, then a text. */
  task(status: string, text: string): void {
    this.#print(`   ${this.#mark(status)} ${text}`);
  }

  #mark(what: string): string {
    const text = what.padEnd(EVENT_WIDTH);
    return isStatus(what)
      ? paintStatus(what, text, this.#screen)
      : paint('blue', text, this.#screen);
  }

  #print(line: string): void {
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}
