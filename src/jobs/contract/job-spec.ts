/**
 * A job behind an HTTP API, as a manifest declares it, with its preset and every default: how it is started, followed and
 * cancelled. Its words are those of the manifest. It is plain JSON, since the Workflow that runs a job gets it as an
 * argument. So a task keeps the declaration of its start. Shapes change by addition only.
 */

import type { JsonTree } from '../../core/mapping/json-tree.js';

/**
 * An expression of the manifest's language. It reads the arguments of the call, `$task`, `$caller`, after the start
 * `$job`, and of a {@link JobReply} `$body`, `$headers` and `$code`.
 */
export type ExpressionText = string;

/**
 * A text of the manifest's language, with such expressions in braces. In URLs, values are percent-encoded; `{+name}`
 * keeps slashes. A text that is one placeholder has the value's type.
 */
export type Template = string;

/** The state of a stage that declares none: a job without a word runs. */
export const NO_STATE: ExpressionText = '`null`';

/** The kinds of bodies, of which a request has one. In them, null is a value. */
export const BODY_KINDS = ['json', 'form', 'multipart'] as const;

/**
 * Texts in a body are templates. `{ expression }` computes a value; a member without a value is left out.
 */
export interface JobRequest extends Partial<
  Readonly<Record<(typeof BODY_KINDS)[number], JsonTree | undefined>>
> {
  readonly method: string;
  /** An absolute URL, or a path after {@link JobSpec.base}. */
  readonly url: Template;
  readonly query?: Readonly<Record<string, Template>> | undefined;
  readonly headers?: Readonly<Record<string, Template>> | undefined;
  /** Statuses of replies that count. Absent: 200 to 299. */
  readonly accept?: readonly number[] | undefined;
}

/** What identifies a job at its service: names with expressions, all of which must have a value. */
export type IdExpressions = Readonly<Record<string, ExpressionText>>;

export interface JobStart extends JobRequest {
  readonly ids: IdExpressions;
  /** The service starts one job for one `{$task.token}`, so a start without an answer is made again. */
  readonly idempotent: boolean;
  /** True for the reply to a token that has already started a job. */
  readonly existedIf?: ExpressionText | undefined;
  /** True for a reply that already has the result. */
  readonly finishedIf?: ExpressionText | undefined;
  /** True for a temporary refusal that has started nothing. */
  readonly retryIf?: ExpressionText | undefined;
  /** True for a 2xx reply that is in fact a refusal. */
  readonly refusedIf?: ExpressionText | undefined;
  /** The reason of a refusal. Absent: the words of the reply. */
  readonly error?: Template | undefined;
}

/** Finds a job whose start had no answer, or whose queue has forgotten it. */
export interface JobSearch extends JobRequest {
  /** The names of the start's, or of the queue's. */
  readonly ids: IdExpressions;
}

export interface JobCancel extends JobRequest {
  /** Statuses of replies which say that the job has ended already. */
  readonly alreadyEnded: readonly number[];
  /** True for a 2xx reply that is in fact a refusal. */
  readonly refusedIf?: ExpressionText | undefined;
  /** Words of ends that count as cancelled after an accepted cancellation. */
  readonly endsAs: readonly string[];
  /** Time for the job to end after an accepted cancellation, in milliseconds. */
  readonly within: number;
}

/** A resource whose state is read until the job has ended, or has left the queue. */
export interface JobPoll extends JobRequest {
  /** Gives the word for the job's state. Words without a meaning below, and no word, mean that it runs. */
  readonly state: ExpressionText;
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly cancelled: readonly string[];
  /** Words of jobs that run. Absent: any word without another meaning. */
  readonly running?: readonly string[] | undefined;
  /** The state in words for people. Absent: the word. */
  readonly message?: Template | undefined;
  readonly progress?:
    { readonly done: ExpressionText; readonly total?: ExpressionText | undefined } | undefined;
  /** The reason of a failure. */
  readonly error?: Template | undefined;
  /** The result. Absent: the body of the reply. */
  readonly result?: ExpressionText | undefined;
  /** True for a reply after which the same request is made again, besides those with a temporary status (503). */
  readonly retryIf?: ExpressionText | undefined;
  /**
   * In a queue, the ids of the job once it has left. Afterwards, names that the last reply may give for the requests
   * after the end.
   */
  readonly ids?: IdExpressions | undefined;
}

export interface JobQueue extends JobPoll {
  /** Absent: the service cannot cancel the job here. */
  readonly cancel?: JobCancel | undefined;
}

/** A request for the result of a job that has succeeded. Without `url`, the last poll's reply has the result. */
export interface JobResultSource extends Partial<JobRequest> {
  readonly value?: ExpressionText | undefined;
  /** The result is a text of JSON. */
  readonly parse?: boolean | undefined;
}

/** Reads why a job has failed. */
export interface JobFailureSource extends JobRequest {
  /** Absent: the body of the reply. */
  readonly value?: ExpressionText | undefined;
  /** Maximum number of characters. The end of a longer text counts. */
  readonly tail: number;
}

/** Durations are in milliseconds. */
export interface JobSpec {
  /** The URL to which paths are appended. Its origin gets the credentials. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, Template>> | undefined;
  /** Time after which the job is cancelled. */
  readonly timeout: number;
  readonly start: JobStart;
  readonly find?: JobSearch | undefined;
  /** A first stage, in which the job waits. */
  readonly queue?: JobQueue | undefined;
  readonly poll: JobPoll;
  readonly result?: JobResultSource | undefined;
  /** Absent: the `error` of the poll is all that describes a failure. */
  readonly failure?: JobFailureSource | undefined;
  /** Absent: the service cannot cancel the job. */
  readonly cancel?: JobCancel | undefined;
  /** The first interval, each further one of which is half as long again, and the longest. */
  readonly pollEvery: { readonly from: number; readonly to: number };
  /** Time after the start in which a job may be unknown to its service. */
  readonly notFoundFor: number;
  /** Time for which a service may be out of reach before the task fails, or a cancellation is given up. */
  readonly unreachableFor: number;
}

/** Where a job is followed. */
export type JobStage = 'queue' | 'poll';

/** The stage of a job that `find` has found, as the names of its ids say. */
export function stageOfFound({ start, find, queue }: JobSpec): JobStage {
  const names = Object.keys(find?.ids ?? {});
  const isOfStart = names.every((name) => Object.hasOwn(start.ids, name));
  return queue && isOfStart ? 'queue' : 'poll';
}

/** The request for the result; `undefined` if the last poll has it. */
export function resultRequestOf({ result }: JobSpec): JobRequest | undefined {
  const { url, method = 'GET' } = result ?? {};
  return url === undefined ? undefined : { ...result, method, url };
}
