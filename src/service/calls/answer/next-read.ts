/** Tells a model how to continue with running work: by the next read, or by handing over to the user. */
import { toDurationWords } from '../../../core/value/number-words.js';
import { formatWaitMark, type WaitMark } from '../call/wait-mark.js';

/** `stuck`: the work is at a standstill. `asking`: it waits for an answer. */
export type WorkCourse = 'running' | 'stuck' | 'asking';

/** Texts for the model: what to do next, what to tell the user, and what a later read may say. */
const COURSES: Readonly<Record<WorkCourse, readonly [string, string, string]>> = {
  running: ['The work continues without you.', 'it is still running', 'still runs'],
  stuck: ['Another call will not help.', 'it cannot continue at the moment', 'is still not done'],
  asking: ['The work continues after the answer.', 'it waits for an answer', 'still waits'],
};

export interface NextRead {
  readonly tool: string;
  /** Its arguments, except for the mark. */
  readonly input: Readonly<Record<string, string>>;
  /** Part of the arguments, so that no two reads are equal. */
  readonly mark: WaitMark;
  /** Maximum time of the read, in milliseconds. Absent: not known. */
  readonly nextMs?: number | undefined;
  /** The model has read often enough and is told to stop. Default: false. */
  readonly isHandedOver?: boolean | undefined;
  /** Default: `running`. */
  readonly course?: WorkCourse | undefined;
  /** The tool that the model must not call again. Absent: the model knows that it is running. */
  readonly notAgain?: string | undefined;
  /** A page on which the user can follow the work. Absent: none. */
  readonly page?: string | undefined;
}

export function describeNextRead({
  tool,
  input,
  mark,
  nextMs,
  isHandedOver,
  course = 'running',
  notAgain,
  page,
}: NextRead): string {
  const members = Object.entries({ ...input, after: formatWaitMark(mark) }).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  const call = `{${members.join(', ')}}`;
  if (!isHandedOver) {
    const next =
      notAgain === undefined
        ? `Call ${tool} with ${call} to wait for its result.`
        : `Don't call ${notAgain} again: call ${tool} with ${call}.`;
    return nextMs === undefined
      ? next
      : `${next} That call waits up to ${toDurationWords(nextMs)} for the result.`;
  }
  const [outlook, state, later] = COURSES[course];
  const where = page === undefined ? '' : `, that they can follow it on the page ${page}`;
  return [
    `End your turn now. ${outlook}`,
    `Tell the user that ${state}${where} and that they can ask you about it later;`,
    `${tool} with ${call} then gives the result, or says that it ${later}.`,
  ].join(' ');
}
