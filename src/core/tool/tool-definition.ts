import type { ToolAccess } from '../../definition/tool/access.js';
import type { ActivityStart } from '../../definition/tool/activity.js';
import type { ToolCancel } from '../../definition/tool/cancel.js';
import type { Confirmation } from '../../definition/tool/confirm.js';
import type { ToolQuestions } from '../../definition/tool/questions.js';
import type { ResultMapping } from '../../definition/tool/result.js';
import type { DeclaredProgress, DeclaredStatus } from '../../definition/tool/source.js';
import type { ToolTask } from '../../definition/tool/task.js';
import type { ToolTtl } from '../../definition/tool/ttl.js';
import type { ConfiguredWebhook } from '../../definition/tool/webhooks.js';
import type { WorkflowStart } from '../../definition/tool/workflow.js';
import type { Violation } from '../errors.js';
import type { LaidOut } from '../mapping/argument-layout.js';
import type { Reading } from '../mapping/expression.js';
import type { Caller } from '../person/caller.js';

import type { OwnWork } from './own-work.js';

/** A JSON Schema (2020-12) of any value. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
}

/** Hints about a tool for hosts (`ToolAnnotations` of the MCP schema). */
export interface ToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** A picture for hosts (`Icon` of the MCP schema). */
export interface ToolIcon {
  /** An `https:` address, or a `data:` URI with an image. */
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** Each is `48x48`, for example, or `any`. Absent: any size. */
  readonly sizes?: readonly string[] | undefined;
  /** Absent: for light and dark backgrounds. */
  readonly theme?: 'light' | 'dark' | undefined;
}

export type ParsedInput = LaidOut;

/**
 * Makes the Workflow's arguments from a client's input.
 *
 * @param by The caller. Absent: unknown, so facts about the caller are missing.
 * @param taskId The task that an action is for. Absent: the call makes a task.
 */
export type ParseInput = (
  input: Readonly<Record<string, unknown>>,
  by?: Caller,
  taskId?: string,
) => Promise<ParsedInput>;

/** Its input stays unchanged. */
export type Normalize = (
  input: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

export type ValidateOutput = (output: unknown) => Promise<readonly Violation[]>;

/** All that `tools/list` shows of a tool, except its name. It is passed on whole. */
export interface ToolDescription {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly ToolIcon[] | undefined;
  /** Members for certain hosts. */
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: JsonSchema | undefined;
}

/** A tool in `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly shown: ToolDescription;
  readonly taskSupport: ToolTask['support'];
}

/** The arguments of calls. */
export interface InputRules {
  /** Checks arguments against the input schema and lays them out as the Workflow takes them. */
  readonly parse: ParseInput;
  /**
   * Makes of a call's arguments what they mean, before questions: JSON texts become their values, and `null` in place of
   * an optional member is left out. Absent: the arguments count as sent.
   */
  readonly take?: Normalize | undefined;
  /**
   * Does the same and adds the input schema's defaults, before texts, keys and IDs use the arguments. Absent: the
   * arguments count as sent.
   */
  readonly normalize?: Normalize | undefined;
  /**
   * The arguments that make two calls equal, without members that hosts add. Absent: all of them.
   */
  readonly compared?: ((input: Readonly<Record<string, unknown>>) => typeof input) | undefined;
}

/** The values of results. */
export interface OutputRules {
  /** Finds violations of the output schema. */
  readonly validate: ValidateOutput;
  /** What a value means that the output schema refuses, by the rules of arguments. Its input stays unchanged. */
  readonly take: (output: unknown) => Promise<unknown>;
}

/** The results of a tool or an action. */
export interface ResultRules {
  /** Absent: no output schema. */
  readonly output?: OutputRules | undefined;
  /** The mapping of the returned value. Absent: its own tool result, or its value as structured content or text. */
  readonly result?: ResultMapping | undefined;
}

/** A text or an expression of a tool. */
export interface ToolLeaf {
  /** Its keys in the tool: `questions`, `approval`, `answerBy`. */
  readonly path: readonly PropertyKey[];
  readonly reads: readonly Reading[];
}

/**
 * A Workflow Type or Activity Type listed as an MCP tool: the keys of a tool in the manifest, with every default filled in. Durations
 * are in milliseconds.
 */
export interface ToolDefinition extends ResultRules {
  readonly name: string;
  /** What the keys of the description, `input` and `output` show to clients. */
  readonly shown: ToolDescription;
  readonly start: WorkflowStart | ActivityStart;
  /** The work of this package's Workers for its tasks. Absent: its tasks are Workflows of users. */
  readonly work?: OwnWork | undefined;
  readonly input: InputRules;
  /** Absent: no confirmation. */
  readonly confirm?: Confirmation | undefined;
  readonly questions: ToolQuestions;
  /** Sources of status messages; the first one with a text counts. Empty: Temporal's own facts. */
  readonly status: readonly DeclaredStatus[];
  /** Sources of progress, by the same rule as `status`. */
  readonly progress: readonly DeclaredProgress[];
  readonly task: ToolTask;
  readonly ttl: ToolTtl;
  readonly cancel: ToolCancel;
  readonly access: ToolAccess;
  /**
   * The action on a question that the call's client cannot show. `refuse`: the Workflow learns of it at once; `wait`:
   * it stays open for another client of the owner.
   */
  readonly ifClientCannotAsk: 'refuse' | 'wait';
  /** Status messages quote the last failure of a retried Activity. */
  readonly showActivityFailures: boolean;
  readonly webhooks: readonly ConfiguredWebhook[];
  /** What each of its texts and expressions reads. */
  readonly leaves: readonly ToolLeaf[];
}

/** The tools of a server, by name. */
export type ToolCatalog = ReadonlyMap<string, ToolDefinition>;
