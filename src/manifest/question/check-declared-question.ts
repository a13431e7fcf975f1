/** Checks of a declared question beyond the schema: its members have to fit together. */
import { isInputKey } from '../../core/question/input-request.js';
import type { LocatedProblem } from '../file/located-problem.js';
import { checkCoverage, checkLayout, type LayoutPlace } from '../start/check-layout.js';
import { findTargets } from '../start/message-schema.js';

import { checkForm } from './check-form.js';
import type { DeclaredQuestionSource } from './declared-question-schema.js';
import { checkSource } from './source-schema.js';
import { toDeclaredQuestion } from './to-declared-question.js';

type Path = readonly PropertyKey[];
type AnswerSource = DeclaredQuestionSource['answer'];

/** Longest name, in characters: the key of the question has more in it. */
const MAX_NAME_LENGTH = 40;

function checkName(name: string, path: Path): LocatedProblem[] {
  // The key is the name, a dot, and more.
  if (isInputKey(name) && name.length <= MAX_NAME_LENGTH && !name.includes('.')) return [];
  const message = `"${name}" cannot name a question: use up to ${MAX_NAME_LENGTH} letters, digits, "_" or "-".`;
  return [{ path, message, key: name }];
}

function checkAnswer(
  source: AnswerSource,
  properties: object,
  place: LayoutPlace,
): LocatedProblem[] {
  const { path } = place;
  const problems: LocatedProblem[] = [];
  const named = findTargets(source);
  if (named.length === 0) {
    problems.push({ path, message: 'Missing: a signal or an update of the Workflow.' });
  }
  if (named.length > 1) {
    problems.push({ path, message: 'One message is sent: write signal or update.' });
  }
  return [...problems, ...checkLayout(source.arguments, properties, place)];
}

/** Contradictions in one of a tool's questions. */
export function checkDeclaredQuestion(
  name: string,
  source: DeclaredQuestionSource,
  path: Path,
): LocatedProblem[] {
  const { when, properties, answer, decline } = source;
  const { schema } = toDeclaredQuestion(name, source);
  return [
    ...checkName(name, path),
    ...checkSource(when, [...path, 'when']),
    ...checkForm(schema, path),
    ...checkAnswer(answer, properties, {
      path: [...path, 'answer'],
      misfit: (missing) => `"${missing}" is not a property of the form.`,
    }),
    ...checkCoverage(answer.arguments, properties, { path }),
    ...(decline
      ? checkAnswer(
          decline,
          {},
          {
            path: [...path, 'decline'],
            misfit: (missing) =>
              `Whoever declines fills in nothing: write a constant in place of "${missing}", such as { value: false }.`,
          },
        )
      : []),
  ];
}
