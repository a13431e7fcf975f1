import type { ElicitationSchema } from '../contract/elicitation-schema.js';
import type { Violation } from '../errors.js';
import type { JobAccess } from '../job/job-access.js';
import type { ArgumentLayout, LaidOut } from '../mapping/argument-layout.js';
import type { Caller } from '../person/caller.js';
import type { ToolAccess } from '../person/claims.js';
import type { Approvers } from '../question/approvers.js';
import type { DeclaredQuestion } from '../question/declared-question.js';

import type { ConfiguredWebhook } from './configured-webhook.js';
import type { DeclaredProgress, DeclaredStatus } from './declared-status.js';
import type { ResultMapping } from './result-mapping.js';
import type { StartDefinition } from './start-definition.js';

/** Support of calls as a task: may, must or cannot (`execution.taskSupport` of the MCP schema). */
export const TaskSupport = {
  required: 'required',
  optional: 'optional',
  forbidden: 'forbidden',
} as const;
export type TaskSupport = (typeof TaskSupport)[keyof typeof TaskSupport];

/**
 * Calls that become tasks in a generation in which the server decides: all, none, or those that run longer than a
 * number of milliseconds.
 */
export type BecomesTask = 'always' | 'never' | { readonly afterMs: number };

/** Key of the confirmation among the questions of a call. No other question can have it. */
export const CONFIRMATION_KEY = 'confirm';

/** A question to a person before a call starts, if the arguments leave it open. */
export interface StartQuestion {
  readonly key: string;
  readonly message: string;
  /** The form. Its values become arguments, by name. */
  readonly schema: ElicitationSchema;
}

/** A JSON Schema (2020-12) of any value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
}

/** Hints about a tool for hosts (`ToolAnnotations` of the MCP schema). */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A picture for hosts (`Icon` of the MCP schema). */
export interface ToolIcon {
  /** An `https:` address, or a `data:` URI with an image. */
  readonly src: string;
  readonly mimeType?: string;
  /** Each is `48x48`, for example, or `any`. Absent: any size. */
  readonly sizes?: readonly string[];
  /** Absent: for light and dark backgrounds. */
  readonly theme?: 'light' | 'dark';
}

/** Temporal's Retry Policy of a Workflow Execution; absent members have Temporal's defaults. */
export interface RetryPolicyConfig {
  readonly initialIntervalMs?: number;
  readonly backoffCoefficient?: number;
  readonly maximumIntervalMs?: number;
  /** The maximum number of runs, including the first. */
  readonly maximumAttempts?: number;
  readonly nonRetryableErrorTypes?: readonly string[];
}

export interface ExecutionOptions {
  /** Limit of the whole chain of runs, in milliseconds, after which the task fails. Absent: unlimited. */
  readonly executionTimeoutMs?: number;
  readonly runTimeoutMs?: number;
  readonly workflowTaskTimeoutMs?: number;
  /** Default: no retries. */
  readonly retry?: RetryPolicyConfig;
  /** 1 (first) to 5 (last); Temporal's default is 3. */
  readonly priority?: number;
}

export type ParsedInput = LaidOut;

/**
 * Makes the Workflow's arguments from a client's input.
 *
 * @param by The caller. Absent: unknown, so facts about the caller are missing.
 */
export type ParseInput = (
  input: Readonly<Record<string, unknown>>,
  by?: Caller,
) => Promise<ParsedInput>;

export type ValidateOutput = (output: unknown) => Promise<readonly Violation[]>;

/** All that `tools/list` shows of a tool, except its name. It is passed on whole. */
export interface ToolDescription {
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly ToolIcon[];
  /** Members for certain hosts. */
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema;
}

/** A tool in `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly shown: ToolDescription;
  readonly taskSupport: TaskSupport;
  /** Text that the host may give the model while a task runs. */
  readonly immediateResponse?: string;
}

/** A Workflow Type listed as an MCP tool, with every default filled in. */
export interface ToolDefinition extends ToolListing, ToolAccess {
  /** Checks arguments against the input schema and lays them out as the Workflow takes them. */
  readonly parseInput: ParseInput;
  /**
   * Makes of a call's arguments what counts everywhere, before texts, keys and IDs use them: JSON texts become their
   * values, and the input schema's defaults are added. Absent: the arguments count as sent.
   */
  readonly normalize?: (
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** The layout of `parseInput`. Absent: the operator's code makes the arguments. */
  readonly layout?: ArgumentLayout;
  /** Finds violations of the output schema. Absent: no output schema. */
  readonly validateOutput?: ValidateOutput;
  /** The mapping of the Workflow's result. Absent: its own tool result, or its value as structured content or text. */
  readonly result?: ResultMapping;
  readonly workflowType: string;
  readonly taskQueue: string;
  readonly becomesTask: BecomesTask;
  /** Questions before a call starts. Absent: none. */
  readonly startQuestions?: readonly StartQuestion[];
  /**
   * Text that a person has to confirm before a call starts; `{name}` stands for an argument. Absent: no confirmation.
   */
  readonly confirmation?: string;
  /** Default time to live of its tasks, in milliseconds. */
  readonly ttlMs: number;
  /** Bounds of the time to live that a client may request, in milliseconds. */
  readonly minTtlMs: number;
  readonly maxTtlMs: number;
  /**
   * Minimum time for which a task can be read after its end, in milliseconds, for any time to live. The namespace's
   * retention limits it.
   */
  readonly keepMs: number;
  readonly pollIntervalMs: number;
  readonly execution: ExecutionOptions;
  /** Further options for starts. Absent: none. */
  readonly start?: StartDefinition;
  /** Signal that precedes a cancellation request; `null` sends none. */
  readonly cancelSignal: string | null;
  /**
   * Time from cancellation to termination of a running execution, in milliseconds. Absent: never terminated. A task
   * keeps the value of its creation.
   */
  readonly terminateAfterMs?: number;
  /** True if the execution of a plain call is cancelled when its client closes the connection, or stops waiting. */
  readonly onDisconnect: boolean;
  /** True if it is cancelled when the client cancels the call. */
  readonly onCallCancelled: boolean;
  /** A plain call joins the same owner's equal call that still runs, or whose result was not collected yet. */
  readonly joinRepeats: boolean;
  /**
   * Time until a call without a result is answered with a handle, in milliseconds. Absent: the limit of the client's
   * host decides.
   */
  readonly answerWithinMs?: number;
  /**
   * Identity of calls without a client's key: a text with arguments (`{order_id}`), or `arguments` for all of them.
   * Absent: every call is new.
   */
  readonly idempotencyKey?: string;
  /** A model may answer the questions of its tasks instead of a person. */
  readonly modelMayAnswer: boolean;
  /**
   * The action on a question that the call's client cannot show. `refuse`: the Workflow learns of it at once; `wait`:
   * it stays open for another client of the owner.
   */
  readonly unaskable: 'refuse' | 'wait';
  /** Sources of status messages; the first one with a text counts. Absent: Temporal's own facts. */
  readonly statusFrom?: readonly DeclaredStatus[];
  /** Sources of progress, by the same rule as `statusFrom`. */
  readonly progressFrom?: readonly DeclaredProgress[];
  /** Its approvers. Absent: only the owner of a task may answer. */
  readonly approvers?: Approvers;
  /** Questions of a Workflow that does not use MCP. Absent: none. */
  readonly questions?: readonly DeclaredQuestion[];
  /** Status messages quote the last failure of a retried Activity. */
  readonly showActivityFailures: boolean;
  /** Endpoints that are told of its tasks. Absent: none. */
  readonly webhooks?: readonly ConfiguredWebhook[];
  /** The services that a Worker may call for its jobs. Absent: its tasks are Workflows of users. */
  readonly job?: JobAccess;
}

/** The tools of a server, by name. */
export type ToolCatalog = ReadonlyMap<string, ToolDefinition>;
