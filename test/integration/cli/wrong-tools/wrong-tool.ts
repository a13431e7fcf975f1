/** A wrong tool of the fixtures' Workflows, with the finding of `check` and the consequence for a call. */

/** The consequence of the mistake for a call. */
export type Consequence =
  /** The Workflow cannot go on. */
  | 'hangs'
  /** It completes, and the call is an error. */
  | 'gives words alone'
  /** The Workflow waits, but the server asks no question. */
  | 'never asks'
  /** The answer changes nothing. */
  | 'answers in vain'
  /** A person declines, but the Workflow does not change. */
  | 'declines in vain'
  /** The Workflow takes another answer than was given. */
  | 'takes no for yes'
  /** The task's status message is the general one. */
  | 'shows no status'
  /** No Worker ever takes it. */
  | 'waits'
  /** The call fails, and starts nothing. */
  | 'is refused'
  /** Its cancellation does not use the Workflow's own way. */
  | 'is cancelled'
  /** The tool does not tell models its purpose. */
  | 'says nothing'
  /** The Workflow does something else than intended. */
  | 'differs';

/** A tool with a mistake. */
export interface WrongTool {
  readonly what: string;
  /** The YAML below its name in a manifest. */
  readonly text: string;
  /** Level of the finding; `unknown`: the tool may be right. */
  readonly level: 'problem' | 'warning' | 'unknown';
  /** Matches the message of the finding. */
  readonly says: RegExp;
  /** Text in the line of the manifest to which the finding points. */
  readonly at: string;
  readonly call: Readonly<Record<string, unknown>>;
  /** The person's answer. Default: none for `differs`, `{ approved: false }` for `takes no for yes`. */
  readonly content?: Readonly<Record<string, unknown>>;
  readonly comesOf: Consequence;
  /** Matches the task as JSON, for the consequence `differs`. */
  readonly shows?: RegExp;
}
