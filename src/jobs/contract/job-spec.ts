/**
 * A job behind an HTTP API, as a manifest declares it: how it is started, followed and cancelled. It is plain JSON,
 * since the Workflow that runs a job gets it as an argument. So a task keeps the declaration of its start. Shapes change
 * by addition only.
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

export interface JobBody {
  readonly kind: 'json' | 'form' | 'multipart';
  /** Its texts are templates. `{ expression }` computes a value; a member without a value is left out. */
  readonly content: JsonTree;
}

export interface JobRequest {
  readonly method: string;
  /** An absolute URL, or a path after {@link JobSpec.base}. */
  readonly url: Template;
  readonly query?: Readonly<Record<string, Template>> | undefined;
  readonly headers?: Readonly<Record<string, Template>> | undefined;
  readonly body?: JobBody | undefined;
  /** Statuses of replies that count. Absent: 200 to 299. */
  readonly accept?: readonly number[] | undefined;
}

/** What identifies a job at its service: names with expressions, all of which must have a value. */
export type IdExpressions = Readonly<Record<string, ExpressionText>>;

export interface JobStart {
  readonly request: JobRequest;
  readonly ids: IdExpressions;
  /** The service starts one job for one `{$task.token}`, so a start without an answer is made again. */
  readonly isIdempotent: boolean;
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

/** Finds a job whose start had no answer, or whose stage its service has forgotten. */
export interface JobSearch {
  readonly request: JobRequest;
  readonly ids: IdExpressions;
  /** The stage that these ids belong to. */
  readonly stage: number;
}

/** Reads why a job has failed. */
export interface JobFailureSource {
  readonly request: JobRequest;
  /** Absent: the body of the reply. */
  readonly value?: ExpressionText | undefined;
  /** Maximum number of characters. The end of a longer text counts. */
  readonly tail: number;
}

export interface JobCancel {
  readonly request: JobRequest;
  /** Statuses of replies which say that the job has ended already. */
  readonly alreadyEnded: readonly number[];
  /** True for a 2xx reply that is in fact a refusal. */
  readonly refusedIf?: ExpressionText | undefined;
  /** Words of ends that count as cancelled after an accepted cancellation. */
  readonly endsAs: readonly string[];
  /** Time for the job to end after an accepted cancellation, in milliseconds. */
  readonly withinMs: number;
}

/** A resource whose state is read until the job has ended, or continues as another resource. */
export interface JobStage {
  readonly request: JobRequest;
  /** Gives the word for the job's state. Words without a meaning below, and no word, mean that it runs. */
  readonly state: ExpressionText;
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly cancelled: readonly string[];
  /** Words of jobs that run. Absent: any word without another meaning. */
  readonly running?: readonly string[] | undefined;
  /** The state in words for people. Absent: the word. */
  readonly message?: Template | undefined;
  readonly progress?: ExpressionText | undefined;
  readonly total?: ExpressionText | undefined;
  /** The reason of a failure. */
  readonly error?: Template | undefined;
  /** The result. Absent: the body of the reply. */
  readonly result?: ExpressionText | undefined;
  /** True for a reply after which the same request is made again, besides those with a temporary status (503). */
  readonly retryIf?: ExpressionText | undefined;
  /** Absent: the service cannot cancel the job here. */
  readonly cancel?: JobCancel | undefined;
  /** The ids of the resource as which the job continues. Absent in the last stage. */
  readonly next?: IdExpressions | undefined;
  /** Names that the last reply may give, for the requests after the end. */
  readonly named?: IdExpressions | undefined;
}

/** How often a service is asked, in milliseconds. */
export interface JobPace {
  /** The first interval. Each further one is half as long again. */
  readonly everyMs: number;
  readonly upToMs: number;
  /** Time after the start in which a job may be unknown to its service. */
  readonly graceMs: number;
  /** Time for which a service may be out of reach before the task fails, or a cancellation is given up. */
  readonly toleranceMs: number;
}

export interface JobSpec {
  /** The URL to which paths are appended. Its origin gets the credentials. */
  readonly base: string;
  readonly headers?: Readonly<Record<string, Template>> | undefined;
  readonly start: JobStart;
  readonly search?: JobSearch | undefined;
  /** One or two. */
  readonly stages: readonly JobStage[];
  /** A request for the result of a job that has succeeded. Absent: the last stage's reply has it. */
  readonly result?:
    { readonly request: JobRequest; readonly value?: ExpressionText | undefined } | undefined;
  /** Absent: the last stage's `error` is all that describes a failure. */
  readonly failure?: JobFailureSource | undefined;
  /** The result is a text of JSON. */
  readonly resultIsJson?: boolean | undefined;
  readonly pace: JobPace;
  /** Time after which the job is cancelled, in milliseconds. */
  readonly limitMs: number;
}
