import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';

import {
  checkInputResponse,
  InputMethod,
  type InputRequest,
  type InputResponse,
} from '../../../core/question/input-request.js';
import { isRecord } from '../../../core/value/is-record.js';
import { UsageError } from '../../exit-code.js';
import { endingOf, type DeskTask } from '../../tasks/desk/desk-task.js';
import type { DeskFlags } from '../../tasks/desk/open-desk.js';
import { describeQuestion } from '../../tasks/show/describe-question.js';

import { printJson, printLines } from './print.js';
import { withDesk } from './with-desk.js';

export interface AnswerFlags extends DeskFlags {
  readonly key?: string;
  /** JSON, `@` and the path of a file, or `-` for standard input. */
  readonly content?: string;
  readonly accept?: true;
  readonly decline?: true;
  readonly cancel?: true;
  readonly json?: true;
}

async function readContent(given: string): Promise<Readonly<Record<string, unknown>>> {
  let json = given;
  try {
    if (given === '-') json = await readAll(process.stdin);
    else if (given.startsWith('@')) json = await readFile(given.slice(1), 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(`The file that --content names cannot be read (${code}).`);
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(`--content is no JSON: ${(error as Error).message}`);
  }
  if (isRecord(value)) return value;
  throw new UsageError(
    `--content takes an object, with the form's fields by name: '{"confirm": true}'.`,
  );
}

/** Finds the question with the key, or the only question without a key. */
function findQuestion(task: DeskTask, key: string | undefined): [string, InputRequest] {
  const { taskId, questions = {}, status } = task;
  const keys = Object.keys(questions);
  const [only] = keys;
  if (only === undefined) {
    const why = endingOf(task) ? `it has ended (${status})` : `it is ${status}`;
    throw new Error(`Task ${taskId} asks nothing now: ${why}.`);
  }
  if (key === undefined && keys.length > 1) {
    throw new UsageError(
      `Task ${taskId} asks more than one question: name one of ${keys.join(', ')} with --key.`,
    );
  }
  const meant = key ?? only;
  const request = Object.hasOwn(questions, meant) ? questions[meant] : undefined;
  if (request) return [meant, request];
  throw new Error(`Task ${taskId} does not ask ${meant} now. It asks ${keys.join(', ')}.`);
}

/** Returns the answer from the flags; `undefined` if the command has to ask the person. */
async function toResponse(
  { content, accept, decline, cancel }: AnswerFlags,
  { method }: InputRequest,
): Promise<InputResponse | undefined> {
  if (content !== undefined) {
    const read = await readContent(content);
    // A model's answer is a message, and has no action.
    return method === InputMethod.sample ? read : { action: 'accept', content: read };
  }
  if (accept) return { action: 'accept', content: {} };
  if (decline) return { action: 'decline' };
  return cancel ? { action: 'cancel' } : undefined;
}

/** @throws {Error} When an answer does not fit its question. The message names the places. */
function assertFits(key: string, request: InputRequest, response: InputResponse): void {
  const violations = checkInputResponse(request, response);
  if (violations.length === 0) return;
  const places = violations.map(
    ({ path, message }) => `- ${path === '' ? 'the answer' : path} ${message}`,
  );
  throw new Error(
    [`That does not answer ${key}:`, ...places, 'It asks:', ...describeQuestion(request)].join(
      '\n',
    ),
  );
}

/** @returns `undefined` if the person leaves the question open. */
async function askPerson(key: string, request: InputRequest): Promise<InputResponse | undefined> {
  const isForPerson = request.method !== InputMethod.sample;
  if (!isForPerson || !process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(
      [
        `${key} asks:`,
        ...describeQuestion(request),
        "Answer with --content '{…}', --accept, --decline or --cancel.",
      ].join('\n'),
    );
  }
  const { askQuestion } = await import('../../tasks/ask-question.js');
  const asked = await askQuestion(request, new AbortController().signal);
  return asked.kind === 'answered' ? asked.response : undefined;
}

/**
 * Answers a question of a task: by the flags, or by the person at the terminal.
 *
 * @throws {UsageError} When the flags lack the question or the answer, and there is no person to ask.
 * @throws {Error} When there is no such question, or the answer does not fit it.
 */
export async function answerTask(taskId: string, flags: AnswerFlags): Promise<void> {
  await withDesk(flags, async (desk) => {
    const [key, request] = findQuestion(await desk.get(taskId), flags.key);
    const response = (await toResponse(flags, request)) ?? (await askPerson(key, request));
    if (!response) {
      process.stderr.write(`${key} stays open.\n`);
      return;
    }
    assertFits(key, request, response);
    await desk.answer(taskId, key, response);
    if (flags.json) printJson({ taskId, key, response });
    else printLines([`${key} of task ${taskId} has been answered.`]);
  });
}
