/** A question of MCP, asked at the terminal. */
import { createInterface, type Interface } from 'node:readline/promises';

import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/sdk/types.js';

import { cleanLine } from '../app/config/clean-text.js';
import type { ElicitationField } from '../core/contract/elicitation-schema.js';
import { toFormChoices } from '../core/contract/form-choices.js';

import { printLine } from './print-line.js';

type Params = ElicitRequest['params'];
type Value = string | number | boolean | string[];

export interface Terminal {
  /** Asks one line. Ctrl-C rejects it. */
  readonly ask: (prompt: string) => Promise<string>;
  readonly say: (line: string) => void;
}

/** A terminal whose lines are all on standard error, so that standard output has the result alone. */
export function createTerminal(onInterrupt: () => void): Terminal & { readonly close: () => void } {
  let lines: Interface | undefined;
  const open = (): Interface => {
    const opened = createInterface({ input: process.stdin, output: process.stderr });
    // While it reads a line, a terminal sends no signal for Ctrl-C.
    return opened.on('SIGINT', onInterrupt);
  };
  return {
    ask: async (prompt) => {
      lines ??= open();
      return (await lines.question(`${cleanLine(prompt)} `)).trim();
    },
    say: (line) => {
      printLine(line, { to: process.stderr });
    },
    close: () => {
      lines?.close();
    },
  };
}

const YES = /^(?:y|yes|true)$/i;
const NO = /^(?:n|no|false)$/i;

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
  { properties, required = [] }: Extract<Params, { requestedSchema: unknown }>['requestedSchema'],
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

/** Asks the person at the terminal, who may also decline or cancel. */
export async function askAtTerminal(terminal: Terminal, params: Params): Promise<ElicitResult> {
  terminal.say(params.message);
  if ('url' in params) terminal.say(`Open ${params.url} in a browser, then come back.`);
  const choice = await terminal.ask('[a]ccept, [d]ecline or [c]ancel?');
  if (/^d/i.test(choice)) return { action: 'decline' };
  if (!/^a/i.test(choice)) return { action: 'cancel' };
  if (!('requestedSchema' in params)) return { action: 'accept' };
  return { action: 'accept', content: await fillIn(terminal, params.requestedSchema) };
}
