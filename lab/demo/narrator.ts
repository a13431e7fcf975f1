import { styleText } from 'node:util';

const EVENT_WIDTH = 14;
/** Where the text of an event begins, so that details can be put below it. */
const TEXT_INDENT = ' '.repeat(12 + EVENT_WIDTH + 1);

type Style = Parameters<typeof styleText>[0];

/** How each status of a task is coloured. */
const STATUS_STYLES: Readonly<Record<string, Style>> = {
  working: 'cyan',
  input_required: 'yellow',
  completed: 'green',
  failed: 'red',
  cancelled: 'magenta',
};

/** Where a narrator writes. */
export interface NarratorOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Tells what happens, one short line at a time: to people, so nothing here is meant to be parsed. */
export class Narrator {
  readonly #output: NarratorOutput;
  readonly #hasColours: boolean;
  #steps = 0;
  #stepStartedAt = performance.now();

  /** Colours only on a terminal, and not where `NO_COLOR` is set (https://no-color.org). */
  constructor(output: NarratorOutput = process.stdout, environment = process.env) {
    this.#output = output;
    this.#hasColours = output.isTTY === true && !environment['NO_COLOR'];
  }

  /** Begins a step; the times of its events count from here. */
  step(title: string): void {
    this.#steps += 1;
    this.#stepStartedAt = performance.now();
    this.#print(`\n${this.#style('bold', `${this.#steps}. ${title}`)}`);
  }

  /** What is about to be shown, in a sentence. */
  say(sentence: string): void {
    this.#print(`   ${this.#style('dim', sentence)}`);
  }

  /** Names and what they are, in two columns. */
  facts(facts: readonly (readonly [name: string, text: string])[], indent = '   '): void {
    const width = Math.max(...facts.map(([name]) => name.length));
    for (const [name, text] of facts) this.#print(`${indent}${name.padEnd(width)}  ${text}`);
  }

  /** Something that has just happened; a task's status is coloured. */
  event(what: string, text = ''): void {
    const seconds = ((performance.now() - this.#stepStartedAt) / 1000).toFixed(1);
    this.#print(
      `   ${this.#style('dim', `${seconds.padStart(5)} s`)}  ${this.#mark(what)} ${text}`,
    );
  }

  /** What belongs to the event before, below it. */
  details(facts: readonly (readonly [name: string, text: string])[]): void {
    this.facts(facts, TEXT_INDENT);
  }

  /** One of several tasks: its status, coloured, and what else there is to say. */
  task(status: string, text: string): void {
    this.#print(`   ${this.#mark(status)} ${text}`);
  }

  #mark(what: string): string {
    return this.#style(STATUS_STYLES[what] ?? 'blue', what.padEnd(EVENT_WIDTH));
  }

  #print(line: string): void {
    this.#output.write(`${line.trimEnd()}\n`);
  }

  #style(style: Style, text: string): string {
    // Decided above; Node's own decision would be about stdout, which need not be where this goes.
    return this.#hasColours ? styleText(style, text) : text;
  }
}
