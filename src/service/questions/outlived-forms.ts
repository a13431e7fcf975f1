import type { QuestionAddress } from './question-id.js';
import type { ShownQuestion } from './shown-question.js';

/** Maximum number of remembered forms, of all owners together. */
const MAX_FORMS = 10_000;

export type FormPlace = Pick<QuestionAddress, 'session' | 'taskId' | 'key'>;

/** The form of a call that is over. Its host may still show it, and the user may still answer. */
export interface OutlivedForm extends Pick<
  ShownQuestion,
  'openIds' | 'askedAtMs' | 'silences' | 'elicitationId'
> {
  /** The call was answered, so its client has got the form. Hosts close it by the response `cancel`. */
  readonly isShown: boolean;
}

function toName({ session, taskId, key }: FormPlace): string {
  return JSON.stringify([session, taskId, key]);
}

/** The forms that calls have left open. The data is local to this process. */
export class OutlivedForms {
  readonly #forms = new Map<string, OutlivedForm>();

  add(place: FormPlace, left: ShownQuestion, isShown: boolean): void {
    const name = toName(place);
    const { openIds: earlier = [] } = this.#forms.get(name) ?? {};
    const { askedAtMs, silences, elicitationId } = left;
    const openIds = new Set([...earlier, ...left.openIds]);
    this.#forms.delete(name);
    this.#forms.set(name, {
      askedAtMs,
      silences,
      openIds,
      isShown,
      elicitationId,
    });
    const [oldest] = this.#forms.keys();
    if (this.#forms.size > MAX_FORMS && oldest !== undefined) this.#forms.delete(oldest);
  }

  /** The form that a session's host still shows, as far as this process knows. */
  find(place: FormPlace): OutlivedForm | undefined {
    const form = this.#forms.get(toName(place));
    return form?.isShown ? form : undefined;
  }

  has(place: FormPlace, id: string): boolean {
    return this.#forms.get(toName(place))?.openIds.has(id) ?? false;
  }

  /** The host has responded to a request of a form. */
  close(place: FormPlace, id: string): void {
    const form = this.#forms.get(toName(place));
    if (form?.openIds.delete(id) && form.openIds.size === 0) this.#forms.delete(toName(place));
  }
}
