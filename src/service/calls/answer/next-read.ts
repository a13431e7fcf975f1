/** Tells a model how to go on with running work: by the next read, or by handing over to its person. */
import { formatWaitMark, type WaitMark } from './wait-mark.js';

export interface NextRead {
  readonly tool: string;
  /** Its arguments, except for the mark. */
  readonly input: Readonly<Record<string, string>>;
  /** Part of the arguments, so that no two reads are equal. */
  readonly mark: WaitMark;
  /** The model has read often enough and is told to stop. Default: false. */
  readonly isHandedOver?: boolean | undefined;
  /** The work is at a standstill. Default: false. */
  readonly isStuck?: boolean | undefined;
  /** Text for the model to tell its person, such as "that task 1 is running". */
  readonly telling: string;
}

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
