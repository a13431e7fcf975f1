/** How the task of a job ends that something went wrong with: where the job is decides it, and nothing else. */
import { toSentence } from '../../core/value/sentence.js';

import { JobFailureType, type JobFaultKind, type JobIds } from './job-contract.js';
import { JobFailure } from './job-errors.js';
import { nameOfJob } from './job-ids.js';

/** Where a job is, as far as anybody knows. */
export type JobPlace =
  | { readonly kind: 'notSent' }
  | { readonly kind: 'maybeSent' }
  | { readonly kind: 'runs'; readonly ids: JobIds }
  /** `late`: what became of a cancellation that did not stop it, in a sentence. */
  | {
      readonly kind: 'succeeded' | 'failed';
      readonly ids: JobIds;
      readonly late?: string | undefined;
    }
  /** `note`: what became of the cancellation, in a sentence; empty if the job has ended as it was told. */
  | { readonly kind: 'toldToStop'; readonly note: string }
  /** `wasSeen`: a poll has found it before. */
  | { readonly kind: 'gone'; readonly ids: JobIds; readonly wasSeen: boolean };

const NOT_SENT: Readonly<Record<JobFaultKind, JobFailureType>> = {
  late: JobFailureType.timedOut,
  outOfReach: JobFailureType.unreachable,
  refused: JobFailureType.refused,
  unreadable: JobFailureType.refused,
  unusable: JobFailureType.refused,
  misconfigured: JobFailureType.misconfigured,
};
const RUNS: Readonly<Record<JobFaultKind, JobFailureType>> = {
  late: JobFailureType.timedOut,
  outOfReach: JobFailureType.unreachable,
  refused: JobFailureType.unreadable,
  unreadable: JobFailureType.unreadable,
  unusable: JobFailureType.misconfigured,
  misconfigured: JobFailureType.misconfigured,
};

/** `the job (id 7)`. */
function describeJob(ids: JobIds): string {
  const name = nameOfJob(ids);
  return name === '' ? 'the job' : `the job (${name})`;
}

/** @param fault `message`: the reason, with or without a full stop. */
export function toJobFailure(
  place: JobPlace,
  fault: { readonly kind: JobFaultKind; readonly message: string },
): JobFailure {
  const reason = toSentence(fault.message);
  switch (place.kind) {
    case 'notSent': {
      const words = fault.kind === 'refused' ? reason : `${reason} The job was not started.`;
      return new JobFailure(NOT_SENT[fault.kind], words);
    }
    case 'maybeSent':
      return new JobFailure(
        JobFailureType.startUnknown,
        `${reason} It is unknown whether the job was started: look for it at the service before you call again.`,
      );
    case 'runs': {
      const job = describeJob(place.ids).replace('the', 'The');
      return new JobFailure(
        RUNS[fault.kind],
        `${reason} ${job} was started, and may still be running.`,
      );
    }
    case 'toldToStop':
      return new JobFailure(RUNS[fault.kind], `${reason} ${place.note}`.trim());
    case 'succeeded': {
      const type =
        RUNS[fault.kind] === JobFailureType.misconfigured
          ? JobFailureType.misconfigured
          : JobFailureType.unreadable;
      const job = describeJob(place.ids).replace('the', 'The');
      const words =
        place.late === undefined
          ? `${job} has succeeded, but its result cannot be read: ${reason}`
          : `${place.late} Its result cannot be read: ${reason}`;
      return new JobFailure(type, words);
    }
    case 'failed': {
      const words = place.late === undefined ? fault.message : `${place.late} ${fault.message}`;
      return new JobFailure(JobFailureType.failed, words);
    }
    case 'gone': {
      const knows = place.wasSeen ? 'no longer knows' : 'does not know';
      return new JobFailure(
        JobFailureType.gone,
        `The service ${knows} ${describeJob(place.ids)}, so it is unknown how it ended: ${reason}`,
      );
    }
  }
}
