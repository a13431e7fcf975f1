/** A reply of a service. Expressions read it as `$body`, `$headers` and `$code`. */
export interface JobReply {
  readonly status: number;
  /** By lower-case name. Addresses in `location` and its kin are absolute. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, a text, or `null` without content. */
  readonly body: unknown;
  /** There is a body, but it isn't JSON. */
  readonly isText: boolean;
  /** The body was longer than the limit, and is missing. */
  readonly isTooLarge: boolean;
}

/** Sends one request of a job. */
export type SendForJob = (request: PreparedRequest) => Promise<JobReply>;

/** A request with all of its values. */
export interface PreparedRequest {
  readonly tool: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Redirects are followed to the tool's origins, without credentials at others. Default: none is followed. */
  readonly followsRedirects?: boolean | undefined;
  /** The end of a reply that is too large is read, of this size. Default: nothing of it. */
  readonly tailBytes?: number | undefined;
}

/** A call that has no reply. Its message is written for people, without addresses, secrets or texts of the service. */
export class JobCallError extends Error {
  override readonly name = 'JobCallError';
  /**
   * `unsent`: the service has not got it. `unanswered`: it may have. `unequipped`: this Worker lacks the credentials.
   * `forbidden`: no Worker may make it.
   */
  readonly kind: 'unsent' | 'unanswered' | 'unequipped' | 'forbidden';

  constructor(kind: JobCallError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
