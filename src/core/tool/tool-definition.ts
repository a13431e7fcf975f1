import type { Violation } from '../errors.js';
import type { ToolAccess } from '../person/claims.js';
import type { Caller } from '../person/caller.js';
import type { Approvers } from '../question/approvers.js';
import type { DeclaredQuestion } from '../question/declared-question.js';
import type { ElicitationSchema } from '../question/elicitation-schema.js';
import type { StartDefinition } from '../task/start-definition.js';
import type { AfterTtl } from '../task/ttl-end.js';

import type { ArgumentLayout, LaidOut } from './argument-layout.js';
import type { DeclaredProgress, DeclaredStatus } from './declared-status.js';
import type { ResultMapping } from './result-mapping.js';

/** Whether a tool may, must or cannot be called as a task (`execution.taskSupport` of the MCP schema). */
export const TaskSupport = {
  required: 'required',
  optional: 'optional',
  forbidden: 'forbidden',
} as const;
export type TaskSupport = (typeof TaskSupport)[keyof typeof TaskSupport];

/**
 * Which calls become tasks in a generation that leaves it to the server: all, none, or those that take longer than so
 * many milliseconds.
 */
export type BecomesTask = 'always' | 'never' | { readonly afterMs: number };

/** Key of the confirmation among the questions of a call. No other question can have it. */
export const CONFIRMATION_KEY = 'confirm';

/** What a person is asked before a call starts, where its arguments leave it open. */
export interface StartQuestion {
  /** Names it among the input requests of the call. */
  readonly key: string;
  readonly message: string;
  /** What is filled in becomes arguments, by name. */
  readonly schema: ElicitationSchema;
}

/** A JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** Hints about a tool for hosts (`ToolAnnotations` of the MCP schema). */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Temporal's Retry Policy of a Workflow Execution; absent members have Temporal's defaults. */
export interface RetryPolicyConfig {
  readonly initialIntervalMs?: number;
  readonly backoffCoefficient?: number;
  readonly maximumIntervalMs?: number;
  /** Runs in all, the first included. */
  readonly maximumAttempts?: number;
  readonly nonRetryableErrorTypes?: readonly string[];
}

/** How the Workflow Execution behind a task is started. */
export interface ExecutionOptions {
  /** Limit of the whole chain of runs, in milliseconds; past it the task fails. Absent: none. */
  readonly executionTimeoutMs?: number;
  /** Limit of one run, in milliseconds. */
  readonly runTimeoutMs?: number;
  /** Limit of one Workflow Task, in milliseconds. */
  readonly workflowTaskTimeoutMs?: number;
  /** Whether and how Temporal starts the Workflow again when it fails. None by default. */
  readonly retry?: RetryPolicyConfig;
  /** 1 (first) to 5 (last); Temporal's default is 3. */
  readonly priority?: number;
}

/** What {@link ToolDefinition.parseInput} found. */
export type ParsedInput = LaidOut;

/**
 * Makes arguments of what a client sends.
 *
 * @param by Who sends it. Absent: nobody is known, and arguments that would tell of them are missing.
 */
export type ParseInput = (
  input: Readonly<Record<string, unknown>>,
  by?: Caller,
) => Promise<ParsedInput>;

/** Finds where structured content of an owner's task breaks an output schema. */
export type ValidateOutput = (output: unknown, owner: string) => Promise<readonly Violation[]>;

/** What models and people are told of a tool of any kind. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
}

/** What `tools/list` shows of a tool. */
export interface ToolListing extends ToolDescription {
  readonly taskSupport: TaskSupport;
  /** What the host may tell the model while a task runs. */
  readonly immediateResponse?: string;
}

/** A Workflow Type listed as an MCP tool, with every default filled in. */
export interface ToolDefinition extends ToolListing, ToolAccess {
  /** Checks arguments against the input schema and lays them out as the Workflow takes them. */
  readonly parseInput: ParseInput;
  /**
   * The arguments with what the call leaves out and the input schema has a default for, before anything is made of them:
   * texts, keys and IDs. Absent: there are no defaults.
   */
  readonly withDefaults?: (
    input: Readonly<Record<string, unknown>>,
    owner: string,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** How `parseInput` lays arguments out. Absent: code of one's own does. */
  readonly layout?: ArgumentLayout;
  /** Where structured content breaks the output schema; absent without one. */
  readonly validateOutput?: ValidateOutput;
  /** What becomes of what its Workflow returns. Absent: a tool result of its own, structured content, or text. */
  readonly result?: ResultMapping;
  readonly workflowType: string;
  readonly taskQueue: string;
  /** Which of the server's further namespaces its executions are in. Absent: that of the server. */
  readonly namespace?: string;
  readonly becomesTask: BecomesTask;
  /** What is asked before a call starts. Absent: nothing. */
  readonly startQuestions?: readonly StartQuestion[];
  /** What a person has to confirm before a call starts; `{name}` stands for an argument. Absent: nothing. */
  readonly confirmation?: string;
  /** Time to live of a task whose client asks for none, in milliseconds. */
  readonly ttlMs: number;
  /** Bounds of what a client may ask for, in milliseconds. */
  readonly minTtlMs: number;
  readonly maxTtlMs: number;
  /**
   * How long a task can be read after its end at least, in milliseconds, whatever its time to live; the retention of the
   * namespace is a bound.
   */
  readonly keepMs: number;
  readonly pollIntervalMs: number;
  readonly execution: ExecutionOptions;
  /** How its executions are started beyond that. Absent: in no special way. */
  readonly start?: StartDefinition;
  /** Signal sent before a cancellation request; `null` sends none. */
  readonly cancelSignal: string | null;
  /**
   * How long after a cancellation the execution is terminated if it still runs, in milliseconds. Absent: never.
   * A task keeps what held when it was created.
   */
  readonly terminateAfterMs?: number;
  /** What becomes of the execution when the time to live is over and it still runs. A task keeps what held at its creation. */
  readonly afterTtl: AfterTtl;
  /**
   * What happens to the execution of a call that is no task when its client closes the stream of the answer or the
   * connection, or does not wait any longer.
   */
  readonly onDisconnect: 'continue' | 'cancel';
  /** What happens to it when the client cancels the call. */
  readonly onCancel: 'continue' | 'cancel';
  /**
   * Whether a call that is no task joins the same call of the same owner that still runs, or whose result nobody has
   * collected, instead of doing the work a second time; and whether a call made as a task gets the task of the same call
   * whose client has gone.
   */
  readonly joinsRepeats: boolean;
  /**
   * How long a call that does not become a task may wait for its result before it is answered with a handle, in
   * milliseconds. Absent: what is known of the client's host decides.
   */
  readonly answerWithinMs?: number;
  /**
   * What makes two calls the same task, where the client gives no key: a text with arguments in it (`{order_id}`), or
   * `arguments` for all of them. Absent: nothing does.
   */
  readonly idempotencyKey?: string;
  /** Whether a model may answer the questions of this tool's tasks, in place of a person. */
  readonly modelMayAnswer: boolean;
  /**
   * What becomes of a question that the client of a call cannot be asked: it is refused at once, so that the Workflow
   * learns of it; or kept open for another client of the owner.
   */
  readonly unaskable: 'refuse' | 'keep';
  /** Where status messages come from, the first one that says something. Absent: from what Temporal knows. */
  readonly statusFrom?: readonly DeclaredStatus[];
  /** Where progress comes from, likewise. */
  readonly progressFrom?: readonly DeclaredProgress[];
  /** Who else may answer its questions. Absent: the owner of a task alone. */
  readonly approvers?: Approvers;
  /** What its Workflow asks people although it knows nothing of MCP. Absent: nothing. */
  readonly questions?: readonly DeclaredQuestion[];
  /** Whether status messages quote the last failure of an Activity that is being retried. */
  readonly showActivityFailures: boolean;
}

/** The tools of a server, by name. */
export type ToolCatalog = ReadonlyMap<string, ToolDefinition>;

/** The catalog of the manifest that holds now: a reload puts another one in its place, and changes none. */
export type CurrentTools = () => ToolCatalog;
