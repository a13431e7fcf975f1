/** Checks for every fuzzed input: its answers, and the tasks that it may start. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { TEXT_FORMATS } from '../../../src/core/contract/text-formats.js';
import type { CreateTaskRequest } from '../../../src/core/task/tasks.js';
import { toCanonicalJson } from '../../../src/core/value/canonical-json.js';
import { isRecord } from '../../../src/core/value/is-record.js';
import type { Revision, WireCheck } from '../conformance/wire-check.js';
import { createWireLog } from '../conformance/wire-log.js';
import type { RawMessage } from '../raw-mcp.js';

import { fuzzedTools } from './fuzzed-tasks.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
// Ajv takes the text "__proto__" for an item that it has not met.
ajv.removeKeyword('uniqueItems').addKeyword({
  keyword: 'uniqueItems',
  validate: (isWanted: boolean, items: unknown) =>
    !isWanted || !Array.isArray(items) || new Set(items.map(toCanonicalJson)).size === items.length,
});
// test/unit/core/contract/text-formats.test.ts has the rules.
for (const [name, check] of Object.entries(TEXT_FORMATS)) ajv.addFormat(name, check);
const validators = new Map(
  [...fuzzedTools].map(([name, { shown }]) => [name, ajv.compile(shown.inputSchema)]),
);

/** UTF-8 carries no half of a surrogate pair, so that the server reads U+FFFD. */
function withoutHalves(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(withoutHalves);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      Buffer.from(name).toString(),
      withoutHalves(member),
    ]),
  );
}

/** Parses JSON, as the server does, without a byte order mark and halves; `undefined` if the text is invalid. */
export function parseSent(text: string): unknown {
  try {
    return withoutHalves(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return undefined;
  }
}

/** Returns true if UTF-8 can carry all texts, keys included. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return Buffer.from(value).toString() === value;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => isWellFormed(key) && isWellFormed(member));
}

/** True if the server asks a person before the call starts, who never answers in these tests. */
function asksFirst(tool: string, input: Readonly<Record<string, unknown>>): boolean {
  return tool === 'confirmed' || (tool === 'asked' && !Object.hasOwn(input, 'name'));
}

/** Arguments that fit each tool, to which one is added. */
const FITTING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  order: { sku: 'a' },
};

function isDeclared(tool: string, name: string): boolean {
  const properties = fuzzedTools.get(tool)?.shown.inputSchema['properties'];
  return isRecord(properties) && Object.hasOwn(properties, name);
}

/** The JSON that a text has; `undefined` for other texts. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that `null`, `[]` or a JSON text stands for in a message; other values as they are. */
function toMeantObject(value: unknown): unknown {
  const meant = typeof value === 'string' ? fromText(value) : (value ?? {});
  return Array.isArray(meant) && meant.length === 0 ? {} : meant;
}

/**
 * The arguments as the server takes them, where they do not fit: JSON texts are values, and `null` or "" of an optional
 * one is left out.
 */
function toTaken(tool: string, input: Readonly<Record<string, unknown>>): typeof input {
  const fits = (name: string, value: unknown): boolean =>
    validators.get(tool)?.({ ...FITTING[tool], ...Object.fromEntries([[name, value]]) }) === true;
  const taken = Object.entries(input).flatMap(([name, value]) => {
    if (fits(name, value)) return [[name, value] as const];
    const isRequired = Object.hasOwn(FITTING[tool] ?? {}, name);
    const isLeftOut = value === null || (value === '' && !isRequired);
    if (isLeftOut && isDeclared(tool, name)) return [];
    const meanings = [typeof value === 'string' ? fromText(value) : value, toMeantObject(value)];
    const meant = meanings.find((one) => one !== undefined && fits(name, one));
    return [[name, meant ?? value] as const];
  });
  return Object.fromEntries(taken);
}

/** The tool and arguments that a valid message starts; `undefined` if it may start no Workflow. */
export function startedBy(
  message: unknown,
): { readonly tool: string; readonly input: unknown } | undefined {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method } = message;
  const params = toMeantObject(message['params']);
  if (method !== 'tools/call' || !isRecord(params)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const { name } = params;
  const input = toMeantObject(params['arguments']);
  if (typeof name !== 'string' || !isRecord(input)) return undefined;
  const taken = toTaken(name, input);
  if (asksFirst(name, taken)) return undefined;
  const isTaken = isWellFormed([input, taken]) && validators.get(name)?.(taken) === true;
  return isTaken ? { tool: name, input: taken } : undefined;
}

/** Describes the first task that no sent message allows; `undefined` if all tasks are allowed. */
export function findWrongStart(
  sent: readonly unknown[],
  created: readonly CreateTaskRequest[],
): string | undefined {
  const allowed = sent.flatMap((message) => startedBy(message) ?? []);
  for (const { tool, workflowArguments } of created) {
    const index = allowed.findIndex(
      (one) =>
        one.tool === tool.name &&
        toCanonicalJson([one.input]) === toCanonicalJson(workflowArguments),
    );
    if (index < 0) return `${tool.name} was started with ${JSON.stringify(workflowArguments)}.`;
    allowed.splice(index, 1);
  }
  return undefined;
}

/** A message on a connection, and the answers to it. */
export interface Conversation {
  readonly revision: Revision;
  readonly sent: unknown;
  readonly answers: readonly RawMessage[];
}

/** @throws {Error} If an answer breaks the published schemas, or answers another request. */
export function expectWellFormed(
  check: WireCheck,
  { revision, sent, answers }: Conversation,
): void {
  const id = isRecord(sent) ? sent['id'] : undefined;
  const log = createWireLog(check, ['server']);
  const connection = log.openConnection(revision);
  connection('client', sent);
  for (const answer of answers) {
    const isResponse = !('method' in answer) && answer.id !== null && answer.id !== undefined;
    if (isResponse && answer.id !== id) {
      throw new Error(`An answer to something else: ${JSON.stringify(answer)}`);
    }
    // JSON-RPC allows fractions as IDs, MCP does not. An error repeats the ID of such a request.
    const isOdd =
      isResponse && 'error' in answer && typeof id === 'number' && !Number.isInteger(id);
    connection('server', isOdd ? { ...answer, id: null } : answer);
  }
  const [problem] = log.problems();
  if (problem) throw new Error(JSON.stringify(problem));
}
