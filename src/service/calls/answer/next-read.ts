/** Tells a model how to go on with running work: by the next read, or by handing over to its person. */
import { formatWaitMark, type WaitMark } from './wait-mark.js';

/** The next read of work that is not done. */
export interface NextRead {
  readonly tool: string;
  /** Its arguments, without the mark. */
  readonly input: Readonly<Record<string, string>>;
  /** Goes into the arguments, so that each read differs from the one before. */
  readonly mark: WaitMark;
  /** The model has read often enough and is told to stop. Default: false. */
  readonly isHandedOver?: boolean | undefined;
  /** The work does not go on at the moment. Default: false. */
  readonly isStuck?: boolean | undefined;
  /** Text for the person then, such as "that task 1 is running". */
  readonly telling: string;
}

/** The sentences that tell a model what to do next. */
export function describeNextRead({
  tool,
  input,
  mark,
  isHandedOver,
  isStuck,
  telling,
}: NextRead): string {
  const members = Object.entries({ ...input, after: formatWaitMark(mark) }).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  const given = `{${members.join(', ')}}`;
  if (!isHandedOver) {
    return `To get its result, call ${tool} with ${given}: it waits for the end for a while.`;
  }
  return [
    `Stop here for now, and end your turn. Do not call ${tool} again in this turn: ${isStuck ? 'that moves nothing on' : 'the work goes on without it'}.`,
    `Tell the person ${telling}, and that they can ask you for it later.`,
    `When they do, ${tool} with ${given} gives the result.`,
  ].join(' ');
}
