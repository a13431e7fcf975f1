/** Checks that the answer of each question takes all fields of its form. */
import type { Written } from '../../definition/leaves.js';
import { checkCoverage } from '../../definition/tool/arguments.js';
import type { QuestionsSource } from '../../definition/tool/questions.js';
import { readsIn } from '../compile/check-names.js';
import { isBelow, type LocatedProblem } from '../manifest-error.js';

type Path = readonly PropertyKey[];

/** The fields of a form that an answer takes; `undefined` if it takes all. */
function fieldsTaken(fields: readonly string[], written: readonly Written[]): Path | undefined {
  const reads = readsIn(written);
  const input = written.flatMap(({ place }) => place.input);
  // An unknown name may name a field; its own check reports it.
  if (reads.some(({ isBare, path: [name = ''] }) => isBare && !input.includes(name)))
    return undefined;
  const names = reads.filter(({ root }) => root === 'answer').map(({ path: [name] }) => name);
  return names.every((name) => name !== undefined && fields.includes(name))
    ? (names as readonly string[])
    : undefined;
}

/** @param written The texts and expressions of the tool. */
export function checkFields(
  questions: QuestionsSource = {},
  written: readonly Written[],
  path: Path,
): LocatedProblem[] {
  return Object.entries(questions).flatMap(([name, { when, answer, properties }]) => {
    const layout = answer?.arguments;
    if (!when || layout === undefined || typeof layout === 'string') return [];
    const fields = Object.keys(properties);
    const above = [...path, name, 'answer', 'arguments'];
    const taken = fieldsTaken(
      fields,
      written.filter((leaf) => isBelow(leaf.path, above)),
    );
    const isUsed = (field: string): boolean => taken === undefined || taken.includes(field);
    return checkCoverage(layout, fields, isUsed).map((fault) => ({
      ...fault,
      path: [...path, name, ...fault.path],
    }));
  });
}
