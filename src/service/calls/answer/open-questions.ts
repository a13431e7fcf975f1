/** The open questions of a task, as the client of a call sees them: can it be asked, and does its wait end? */
import { lackingCapability } from '../../../core/question/askable.js';
import { canBeBrought } from '../../../core/question/page-elicitation.js';
import { isForClients, isUnaskable, type Question } from '../../../core/question/question.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';

/**
 * Returns true if questions stay open although the client cannot be asked. A model or another client may answer, or
 * the Workflow does not use MCP and cannot be told.
 */
export function keepsQuestions({
  ifClientCannotAsk,
  access: { modelMayAnswer },
  questions: { declared },
}: ToolDefinition): boolean {
  return ifClientCannotAsk === 'wait' || modelMayAnswer || declared.length > 0;
}

function canAnswer({ client }: Exchange, question: Question): boolean {
  return lackingCapability(question, client.askable) === undefined;
}

/** The questions that a reply to the call can ask. A call with a stream asks there. */
export function questionsForReply(exchange: Exchange, { questions }: Task): readonly Question[] {
  if (exchange.ask !== undefined) return [];
  return questions.filter((question) => isForClients(question) && canAnswer(exchange, question));
}

/** Returns true if a task asks its clients something that this call's client cannot be asked. */
export function exceedsClient(exchange: Exchange, { questions }: Task): boolean {
  return questions.some((question) => isForClients(question) && !canAnswer(exchange, question));
}

/** Returns true if a task waits for an answer that this call's client cannot give, or for one that nobody can. */
export function waitsForOthers(exchange: Exchange, { questions }: Task): boolean {
  const { client, ask } = exchange;
  const isReached = (question: Question): boolean =>
    ask === undefined ? canAnswer(exchange, question) : canBeBrought(question, client.askable);
  const askable = questions.filter(({ fault }) => fault === undefined);
  if (askable.length === 0) return questions.some(isUnaskable);
  return askable.some(
    (question) => !isForClients(question) || (question.isOpenElsewhere && !isReached(question)),
  );
}

/** Returns true if a question that the client cannot answer in a reply is on the user's screen. */
export function isAskingOnStream({ ask, client, givenUp }: Exchange, { questions }: Task): boolean {
  return (
    ask !== undefined &&
    questions.some(
      (question) =>
        isForClients(question) &&
        canBeBrought(question, client.askable) &&
        givenUp?.reasonOf(question.key) === undefined,
    )
  );
}

/** Returns true if a task waits for an answer that this request no longer asks for. */
export function hasGivenUp({ givenUp }: Exchange, { questions }: Task): boolean {
  return questions.some(({ key }) => givenUp?.reasonOf(key) !== undefined);
}
