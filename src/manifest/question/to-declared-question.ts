import type { AnswerMessage, DeclaredQuestion } from '../../core/question/declared-question.js';
import type { ElicitationSchema } from '../../core/question/elicitation-schema.js';
import { toLayout } from '../start/layout-schema.js';
import { findTargets } from '../start/message-schema.js';

import type { DeclaredQuestionSource } from './declared-question-schema.js';
import { findSources } from './source-schema.js';

type AnswerSource = DeclaredQuestionSource['answer'];

/** Stands for a missing handler, which the check reports. */
const NOWHERE = { kind: 'signal', name: '' } as const;

function toAnswerMessage(source: AnswerSource, hasForm: boolean): AnswerMessage {
  const [target = NOWHERE] = findTargets(source);
  const kind = target.kind === 'update' ? 'update' : 'signal';
  return {
    kind,
    name: target.name,
    layout: toLayout(source.arguments ?? (hasForm ? 'object' : [])),
  };
}

/** A question with every default filled in. The check reports its problems. */
export function toDeclaredQuestion(
  name: string,
  { when, message, properties, required, answer, decline }: DeclaredQuestionSource,
): DeclaredQuestion {
  const { path, is, id } = when;
  const [source = { kind: 'memo', name: '' } as const] = findSources(when);
  return {
    name,
    source,
    ...(path !== undefined && { path }),
    ...(is !== undefined && { is: Array.isArray(is) ? is : [is] }),
    ...(id !== undefined && { idPath: id }),
    message,
    schema: {
      type: 'object',
      properties: properties as unknown as ElicitationSchema['properties'],
      ...(required && { required }),
    },
    answer: toAnswerMessage(answer, Object.keys(properties).length > 0),
    ...(decline && { decline: toAnswerMessage(decline, false) }),
  };
}

/** All of a tool's questions; `undefined` where it has none. */
export function toDeclaredQuestions(
  questions: Readonly<Record<string, DeclaredQuestionSource>> | undefined,
): readonly DeclaredQuestion[] | undefined {
  const entries = Object.entries(questions ?? {});
  if (entries.length === 0) return undefined;
  return entries.map(([name, source]) => toDeclaredQuestion(name, source));
}
