import { styleText } from 'node:util';

import { TaskStatus } from '../../core/task/task-status.js';

const EVENT_WIDTH = 14;
/** The column in which the text of an event begins, so that details can be put below it. */
const TEXT_INDENT = ' '.repeat(12 + EVENT_WIDTH + 1);

const STYLES = new Map<string, Parameters<typeof styleText>[0]>([
  [TaskStatus.working, 'cyan'],
  [TaskStatus.inputRequired, 'yellow'],
  [TaskStatus.completed, 'green'],
  [TaskStatus.failed, 'red'],
  [TaskStatus.cancelled, 'magenta'],
]);

/** Tells people on standard output what happens, one short line at a time. The lines are not made for parsers. */
export class Narrator {
  #steps = 0;
  #stepStartedAt = performance.now();

  /** Begins a step; the times of its events count from here. */
  step(title: string): void {
    this.#steps += 1;
    this.#stepStartedAt = performance.now();
    this.#print(`\n${styleText('bold', `${this.#steps}. ${title}`)}`);
  }

  /** Announces in a sentence what follows. */
  say(sentence: string): void {
    this.#print(`   ${styleText('dim', sentence)}`);
  }

  /** Prints names and their texts in two columns. */
  facts(facts: readonly (readonly [name: string, text: string])[], indent = '   '): void {
    const width = Math.max(...facts.map(([name]) => name.length));
    for (const [name, text] of facts) this.#print(`${indent}${name.padEnd(width)}  ${text}`);
  }

  /** Tells what has just happened; a task's status is coloured. */
  event(what: string, text = ''): void {
    const seconds = ((performance.now() - this.#stepStartedAt) / 1000).toFixed(1);
    const time = styleText('dim', `${seconds.padStart(5)} s`);
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
    return styleText(STYLES.get(what) ?? 'blue', what.padEnd(EVENT_WIDTH));
  }

  #print(line: string): void {
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}
