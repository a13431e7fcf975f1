import type { Logger } from '../../core/logger.js';
import { type Scope, valueOf } from '../../core/mapping/expression.js';
import { logMissing, logWrong } from '../../core/mapping/missing-values.js';
import { parseDeadline } from '../../core/question/deadline.js';
import { isAsked, toInputRequest } from '../../core/question/declared-question.js';
import type { OpenQuestion } from '../../core/question/question.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { toDigest } from '../../core/value/json-digest.js';
import type { DeclaredQuestion } from '../../definition/tool/questions.js';
import type { DescribedExecution } from '../describe/describe-execution.js';

import type { CallScopeReader } from './call-scope-reader.js';
import { countLost, isFinal, type LostAnswers, type LostAnswersLog } from './lost-answers.js';
import type { MessageLedger } from './message-ledger.js';
import { readSource, type SourceReader } from './read-source.js';

/** Time for a Workflow to act on an answer and to stop showing the question, in milliseconds. */
const SETTLING_MS = 3_000;
/** Length of the digest in a key. The digest differs each time that the same question is asked. */
const DIGEST_LENGTH = 20;

export interface FoundQuestion {
  readonly declaration: DeclaredQuestion;
  readonly open: OpenQuestion;
  readonly runId: string;
  /** Digest of the state that the Workflow shows now. */
  readonly state: string;
  /** The values from which the question was made. */
  readonly scope: Scope;
}

export interface FoundQuestions {
  /** Open questions by key. A key is never used again in the task's life, and is the same in every process. */
  readonly open: ReadonlyMap<string, FoundQuestion>;
  /** Names of questions whose state is unknown: no Worker has answered, or the Workflow is paused. */
  readonly unknown: readonly string[];
  readonly isPaused: boolean;
  /** Lost answers to questions that are open, or would be open without these answers. */
  readonly lost: readonly LostAnswers[];
  /** Sentences about sources that cannot be read. */
  readonly unreadable: readonly string[];
  /** Time after which a read may show more, in milliseconds. Absent: only a change of the execution may show more. */
  readonly refreshMs?: number | undefined;
}

export interface QuestionFinder extends SourceReader {
  readonly ledger: MessageLedger;
  readonly lostLog: LostAnswersLog;
  readonly callScope: CallScopeReader;
  readonly logger: Logger;
}

interface Described {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  /** What is known of its call. */
  readonly scope: Scope;
  readonly toolName: string;
}

type Finding =
  | { readonly kind: 'open'; readonly question: FoundQuestion }
  | { readonly kind: 'closed' | 'unknown'; readonly unreadable?: string | undefined };

/** Reads until when an answer counts. A value that isn't a time is logged once, and left out. */
async function readDeadline(
  { name, answerBy }: DeclaredQuestion,
  scope: Scope,
  { toolName, logger }: { readonly toolName: string; readonly logger: Logger },
): Promise<string | undefined> {
  const value = answerBy && (await valueOf(answerBy, scope));
  if (value === undefined) return undefined;
  const deadline = parseDeadline(value);
  if (deadline === undefined) {
    const key = `questions.${name}.answerBy`;
    logWrong(logger, {
      toolName,
      key,
      wanted: 'a date and time with a time zone, or milliseconds',
    });
  }
  return deadline;
}

/**
 * Finds a question if it is open. An answer that the Workflow has not taken yet closes it, from any sender. The key
 * depends on the text, the run and the last answer, so a changed or repeated question is a new one.
 */
async function find(
  question: DeclaredQuestion,
  { taskId, execution, scope: ofCall, toolName }: Described,
  finder: QuestionFinder,
): Promise<
  Finding & { readonly refreshMs?: number | undefined; readonly lost?: LostAnswers | undefined }
> {
  const { isKnown, value, refreshMs, unreadable } = await readSource(
    question.source,
    { taskId, execution },
    finder,
  );
  if (unreadable !== undefined) return { kind: 'unknown', refreshMs, unreadable };
  if (!isKnown) return { kind: 'unknown', refreshMs };
  const scope = { ...ofCall, [question.source.kind]: value };
  if (!(await isAsked(question, scope))) return { kind: 'closed', refreshMs };
  const { runId, historyLength } = execution;
  const { name, answer, decline, id: identity } = question;
  const messages = await finder.ledger.find(
    { taskId, runId, historyLength },
    decline ? [answer, decline] : [answer],
  );
  const last = messages.at(-1);
  if (last?.isTaken === false) return { kind: 'closed', refreshMs };
  const settlesInMs = last ? last.atMs + SETTLING_MS - Date.now() : 0;
  if (settlesInMs > 0) {
    return { kind: 'closed', refreshMs: Math.min(settlesInMs, refreshMs ?? Infinity) };
  }
  const { request, missing } = await toInputRequest(question, scope);
  logMissing(finder.logger, { toolName, key: `questions.${name}.message`, missing });
  const id = (identity && (await valueOf(identity, scope))) ?? null;
  const key = `${name}.${await toDigest([runId, last?.eventId ?? 0, request, id], DIGEST_LENGTH)}`;
  const state = await toDigest([name, runId, request, id, value ?? null], DIGEST_LENGTH);
  const count = countLost(messages, state);
  const lost = count > 0 && { lost: { question, count } };
  if (lost) finder.lostLog.log(taskId, state, lost.lost);
  if (isFinal({ count })) return { kind: 'closed', refreshMs, ...lost };
  const answerBy = await readDeadline(question, scope, { toolName, logger: finder.logger });
  const open = { key, ...request, answerBy, lostAnswers: lost ? count : undefined };
  const found = { declaration: question, open, runId, state, scope };
  return { kind: 'open', question: found, refreshMs, ...lost };
}

/** `undefined` if the tool declares no questions. */
export async function findQuestions(
  tool: ToolDefinition | undefined,
  described: Described,
  finder: QuestionFinder,
): Promise<FoundQuestions | undefined> {
  const { declared = [] } = tool?.questions ?? {};
  if (declared.length === 0) return undefined;
  const open = new Map<string, FoundQuestion>();
  const unknown: string[] = [];
  const lost: LostAnswers[] = [];
  const unreadable: string[] = [];
  let soonestMs = Infinity;
  for (const question of declared) {
    const finding = await find(question, described, finder);
    if (finding.kind === 'open') open.set(finding.question.open.key, finding.question);
    if (finding.lost) lost.push(finding.lost);
    if (finding.kind === 'unknown') {
      unknown.push(question.name);
      if (finding.unreadable !== undefined) unreadable.push(finding.unreadable);
    }
    soonestMs = Math.min(soonestMs, finding.refreshMs ?? Infinity);
  }
  const { isPaused } = described.execution;
  return {
    open,
    unknown,
    isPaused,
    lost,
    unreadable,
    refreshMs: soonestMs < Infinity ? soonestMs : undefined,
  };
}
