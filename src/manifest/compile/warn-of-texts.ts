/** Warns of texts of a manifest that work, but hardly as they read. */
import type { Written } from '../../definition/leaves.js';
import type { LocatedProblem } from '../manifest-error.js';

/** Texts that are the name of an argument: its value was meant, as where an expression stands. */
export function warnOfTexts(written: readonly Written[]): readonly LocatedProblem[] {
  return written
    .filter(
      ({ kind, text, place: { input, lost } }) =>
        kind === 'text' && input.includes(text) && !lost?.names.includes(text),
    )
    .map(({ path, text }) => ({
      path,
      message: `This is the text "${text}". The value of the argument is {${text}}.`,
    }));
}
