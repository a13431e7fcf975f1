/** Failures of an Activity that no further attempt mends: an operator has to, and is told how. */
import type { temporal } from '@temporalio/proto';

import { TimeoutType } from '../link/proto-enums.js';
import { saysUnknownType, saysUnreadableArguments } from '../link/service-texts.js';
import { toMs } from '../link/timestamps.js';

type Failure = temporal.api.failure.v1.IFailure;

export interface FailedActivity {
  readonly attempt?: number | null | undefined;
  readonly lastHeartbeatTime?: Parameters<typeof toMs>[0];
  /** With its texts read. */
  readonly failure: Failure;
}

/** The type of an SDK's failure of an Activity whose result is too large, and the number of its rule. */
const TOO_LARGE = /PayloadsTooLarge|TMPRL1103/;

/** The first attempts may have lost their Workers, so that silence says nothing of the function. */
const SILENT_ATTEMPTS = 3;

/** A failure and its causes: an SDK's own words about a function's arguments are vague. */
function* chain(failure: Failure): Generator<Failure> {
  for (let at: Failure | null | undefined = failure; at; at = at.cause) yield at;
}

function neverBeat({ attempt, lastHeartbeatTime, failure }: FailedActivity): boolean {
  const { timeoutFailureInfo: timedOut } = failure;
  return (
    timedOut?.timeoutType === TimeoutType.TIMEOUT_TYPE_HEARTBEAT &&
    (timedOut.lastHeartbeatDetails?.payloads ?? []).length === 0 &&
    (toMs(lastHeartbeatTime) ?? 0) === 0 &&
    (attempt ?? 1) >= SILENT_ATTEMPTS
  );
}

/** What an operator has to do; `undefined` if another attempt may succeed. */
export function findMend(activity: FailedActivity): string | undefined {
  const failures = [...chain(activity.failure)];
  const says = (test: (text: string) => boolean): boolean =>
    failures.some(({ message, applicationFailureInfo }) =>
      test(`${applicationFailureInfo?.type ?? ''}: ${message ?? ''}`),
    );
  if (says(saysUnknownType)) return 'register the activity on its worker, or correct its type';
  if (says(saysUnreadableArguments)) {
    return 'make the arguments of the tool those that the function takes';
  }
  if (says((text) => TOO_LARGE.test(text))) {
    return 'let the function return less, or keep its results in External Storage';
  }
  if (neverBeat(activity)) {
    return 'let the function send heartbeats, or write "heartbeatTimeout: null"';
  }
  return undefined;
}
