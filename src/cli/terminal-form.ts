/** A question of MCP, asked at the terminal. */
import { clearLine as clear, cursorTo } from 'node:readline';
import { createInterface, type Interface } from 'node:readline/promises';

import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/sdk/types.js';

import { cleanLine } from '../app/config/clean-text.js';
import type { ElicitationField } from '../core/contract/elicitation-schema.js';
import { toFormChoices } from '../core/contract/form-choices.js';

import { printLine } from './print-line.js';

type Params = ElicitRequest['params'];
type Form = Extract<Params, { requestedSchema: unknown }>['requestedSchema'];
type Value = string | number | boolean | string[];

export interface Terminal {
  /** Asks one line. Ctrl-C rejects it. */
  readonly ask: (prompt: string) => Promise<string>;
  readonly say: (line: string) => void;
}

function clearLine(to: NodeJS.WriteStream): void {
  cursorTo(to, 0);
  clear(to, 0);
}

/** A terminal whose lines are all on standard error, so that standard output has the result alone. */
export function createTerminal(onInterrupt: () => void): Terminal & { readonly close: () => void } {
  let lines: Interface | undefined;
  let isAsking = false;
  const open = (): Interface => {
    const opened = createInterface({ input: process.stdin, output: process.stderr });
    // While it reads a line, a terminal sends no signal for Ctrl-C.
    return opened.on('SIGINT', onInterrupt);
  };
  return {
    ask: async (prompt) => {
      lines ??= open();
      isAsking = true;
      const answer = await lines.question(`${cleanLine(prompt)} `);
      isAsking = false;
      return answer.trim();
    },
    say: (line) => {
      if (isAsking) clearLine(process.stderr);
      printLine(line, { to: process.stderr });
      // The question again, with what was typed.
      if (isAsking) lines?.prompt(true);
    },
    close: () => {
      lines?.close();
    },
  };
}

const YES = /^(?:y|yes|yep|yeah|ok|okay|true|a|accept|approve|approved)$/i;
const NO = /^(?:n|no|nope|false|d|decline|deny|reject|rejected)$/i;
const CANCEL = /^(?:c|cancel|later)$/i;
const WORDS: readonly (readonly [words: RegExp, choice: Choice])[] = [
  [YES, 'yes'],
  [NO, 'no'],
  [CANCEL, 'cancel'],
];

type Choice = 'yes' | 'no' | 'cancel';

/** Asks until the answer is one of the words. */
async function choose({ ask, say }: Terminal, prompt: string): Promise<Choice> {
  for (;;) {
    const text = await ask(prompt);
    const choice = WORDS.find(([words]) => words.test(text))?.[1];
    if (choice !== undefined) return choice;
    say('Type y for yes, n for no, or c to leave the question open.');
  }
}

/** The value that a text means. What fits no value stays a text: the server says what it needs. */
function toValue(text: string, { type }: ElicitationField): Value {
  switch (type) {
    case 'boolean':
      return YES.test(text) || (NO.test(text) ? false : text);
    case 'number':
    case 'integer':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'array':
      return text.split(',').map((item) => item.trim());
    case 'string':
      return text;
  }
}

function describeField(name: string, field: ElicitationField, isRequired: boolean): string {
  const { title, description, type } = field;
  const choices = toFormChoices(field)?.map((choice) =>
    choice.title === choice.value ? choice.value : `${choice.value} = ${choice.title}`,
  );
  const values = choices?.join(' | ') ?? (type === 'boolean' ? 'yes | no' : undefined);
  const about = [
    values,
    type === 'array' ? 'several, with commas' : undefined,
    field['default'] === undefined ? undefined : `default ${JSON.stringify(field['default'])}`,
    isRequired ? undefined : 'optional',
  ].filter((part) => part !== undefined);
  const label = typeof title === 'string' && title !== '' ? title : name;
  const more = typeof description === 'string' ? `: ${description}` : '';
  return `${label}${more}${about.length === 0 ? '' : ` (${about.join('; ')})`}`;
}

async function fillIn(
  { ask }: Terminal,
  { properties, required = [] }: Form,
): Promise<Record<string, Value>> {
  const content: Record<string, Value> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const field = schema as ElicitationField;
    const text = await ask(`${describeField(name, field, required.includes(name))}:`);
    const value = text === '' ? (field['default'] as Value | undefined) : toValue(text, field);
    if (value !== undefined) content[name] = value;
  }
  return content;
}

/** A form that asks one yes or no. */
function findOnlyFlag({
  properties,
}: Form): { readonly name: string; readonly label: string } | undefined {
  const [[name, field] = [], ...others] = Object.entries(properties);
  if (name === undefined || field?.type !== 'boolean' || others.length > 0) return undefined;
  const { title = '' } = field;
  return { name, label: title !== '' ? title : /^approve/i.test(name) ? 'Approve' : name };
}

function leaveOpen({ say }: Terminal): ElicitResult {
  say(
    'The question stays open: answer it in another client or in the inbox, or call again. Ctrl-C stops this command, and the task keeps running.',
  );
  return { action: 'cancel' };
}

/** Asks the person at the terminal, who may also decline, or leave the question open. */
export async function askAtTerminal(terminal: Terminal, params: Params): Promise<ElicitResult> {
  terminal.say(params.message);
  if ('url' in params) terminal.say(`Open ${params.url} in a browser, then come back.`);
  const form = 'requestedSchema' in params ? params.requestedSchema : undefined;
  const flag = form && findOnlyFlag(form);
  const choice = await choose(
    terminal,
    flag ? `${flag.label}? [y]es [n]o [c]ancel` : '[a]ccept, [d]ecline or [c]ancel?',
  );
  if (choice === 'cancel') return leaveOpen(terminal);
  if (flag) return { action: 'accept', content: { [flag.name]: choice === 'yes' } };
  if (choice === 'no') return { action: 'decline' };
  return form ? { action: 'accept', content: await fillIn(terminal, form) } : { action: 'accept' };
}
