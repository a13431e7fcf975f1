import { checkElicitationSchema } from '../../core/question/elicitation-schema.js';
import type { LocatedProblem } from '../file/located-problem.js';

/** The path that `checkElicitationSchema` gives a field. */
const FIELD = '/properties/';

/** Parts of a form that no client can be asked, with their places. */
export function checkForm(schema: unknown, path: readonly PropertyKey[]): LocatedProblem[] {
  return checkElicitationSchema(schema).map((violation) => {
    const inner = violation.path.startsWith(FIELD)
      ? ['properties', violation.path.slice(FIELD.length)]
      : violation.path.split('/').slice(1);
    const message = `No client can be asked this: ${violation.path} ${violation.message}.`;
    return { path: [...path, ...inner], message };
  });
}
