/** A tool of the fixtures' Workflows that is wrong, with what `check` says of it and what comes of a call. */

/** What comes of a call. */
export type Consequence =
  /** The Workflow cannot go on. */
  | 'hangs'
  /** It completes, and the call is an error. */
  | 'fails'
  /** The Workflow waits, and nobody is asked. */
  | 'never asks'
  /** The answer changes nothing. */
  | 'answers in vain'
  /** A person declines, which changes nothing. */
  | 'declines in vain'
  /** The Workflow takes another answer than was given. */
  | 'takes no for yes'
  /** There is no figure of progress, or no total. */
  | 'shows no progress'
  /** Its status message says nothing of its own. */
  | 'shows no status'
  /** No Worker ever takes it. */
  | 'waits'
  /** The call fails, and starts nothing. */
  | 'is refused'
  /** Its cancellation does not go the Workflow's own way. */
  | 'is cancelled'
  /** Models cannot tell what it is for. */
  | 'says nothing'
  /** It does something, and not what was meant. */
  | 'differs';

/** A tool that is wrong. */
export interface WrongTool {
  readonly what: string;
  /** Below its name in a manifest. */
  readonly text: string;
  /** `unknown`: it may be right. */
  readonly level: 'problem' | 'warning' | 'unknown';
  /** What is said. */
  readonly says: RegExp;
  /** In the line of the manifest that the finding is at. */
  readonly at: string;
  readonly call: Readonly<Record<string, unknown>>;
  /** A person's answer. Default: none, or one for all. */
  readonly content?: Readonly<Record<string, unknown>>;
  readonly comesOf: Consequence;
  /** What its task shows, as JSON, where it differs. */
  readonly shows?: RegExp;
}
