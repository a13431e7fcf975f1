/** The memo that this server writes at a task's start: a part of the contract with Workflows (`contract.ts`). */
import { parsePrincipal, type Principal } from '../person/principal.js';
import { isInstant } from '../value/instant.js';
import { isRecord } from '../value/is-record.js';
import { onlyString } from '../value/only-string.js';

/** The beginning of the ID of every task that isn't an ID of a tool's own. */
export const ANY_TASK_ID_PREFIX = 'mcp-';

/**
 * Default time for which a tool's tasks are kept after their end, in milliseconds. A day, since clients ask for a
 * minute although jobs take hours.
 */
export const DEFAULT_KEEP_MS = 24 * 60 * 60_000;

export interface TaskMeta {
  readonly version: 1;
  /** Creation time of the task, ISO 8601. An execution's start time would change with every run of a chain. */
  readonly createdAt: string;
  /** Owner tag, the same as in the task ID. A tool's own ID has no tag, so only this member names the owner. */
  readonly ownerTag: string;
  /** The verified starter. Absent in tasks of servers that did not record it. */
  readonly principal?: Principal | undefined;
  readonly toolName: string;
  /** Time to live as agreed on at creation, in milliseconds from `createdAt`. */
  readonly ttlMs: number;
  /** Minimum time for which the task can be read after its end, in milliseconds. Absent: a day. */
  readonly keepMs?: number | undefined;
  readonly pollIntervalMs: number;
  readonly protocolVersion: string;
  /** The client's session that created it as a task, if the protocol has sessions. */
  readonly session?: string | undefined;
  /** The token of that request, if it gave one. */
  readonly progressToken?: string | number | undefined;
  /**
   * The creating client's capabilities (`elicitation`, `elicitation.url`, `sampling`, `sampling.tools`). Present if
   * the server may ask only this client.
   */
  readonly askable?: readonly string[] | undefined;
  /** Digest of the arguments of a call with an idempotency key. */
  readonly argumentsDigest?: string | undefined;
  /** Digest of that key, if the Workflow ID does not derive from it. */
  readonly keyDigest?: string | undefined;
  /** Time from cancellation to termination, in milliseconds. Absent: never terminated. */
  readonly terminateAfterMs?: number | undefined;
  /** The tool had approvers at the start. They may still answer if the tool is no longer listed. */
  readonly answeredByOthers?: true | undefined;
  /** The guard of the tool's approvers was `false` at the start: the task has none, whatever the tool says later. */
  readonly withoutApprovers?: true | undefined;
  /** ID of the message that came with the start: its run takes it once. Absent: there was none. */
  readonly messageId?: string | undefined;
  /** The span of the request that created the task (W3C Trace Context). Absent: none. */
  readonly traceparent?: string | undefined;
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

/** The meta data of a task, or `undefined` when the execution was not started by this server. */
export function parseTaskMeta(value: unknown): TaskMeta | undefined {
  if (!isRecord(value)) return undefined;
  const { createdAt, ownerTag, toolName, ttlMs, pollIntervalMs, protocolVersion } = value;
  const { session, progressToken, argumentsDigest, keyDigest, terminateAfterMs, keepMs, askable } =
    value;
  const { answeredByOthers, withoutApprovers, messageId, traceparent } = value;
  const principal = parsePrincipal(value['principal']);
  if (!isInstant(createdAt) || typeof ownerTag !== 'string' || typeof toolName !== 'string') {
    return undefined;
  }
  if (
    typeof ttlMs !== 'number' ||
    typeof pollIntervalMs !== 'number' ||
    typeof protocolVersion !== 'string'
  ) {
    return undefined;
  }
  return {
    version: 1,
    createdAt,
    ownerTag,
    principal,
    toolName,
    ttlMs,
    keepMs: isDuration(keepMs) && keepMs > 0 ? keepMs : undefined,
    pollIntervalMs,
    protocolVersion,
    session: onlyString(session),
    progressToken:
      typeof progressToken === 'string' || typeof progressToken === 'number'
        ? progressToken
        : undefined,
    askable: Array.isArray(askable)
      ? askable.filter((name) => typeof name === 'string')
      : undefined,
    argumentsDigest: onlyString(argumentsDigest),
    keyDigest: onlyString(keyDigest),
    terminateAfterMs: isDuration(terminateAfterMs) ? terminateAfterMs : undefined,
    answeredByOthers: answeredByOthers === true ? answeredByOthers : undefined,
    withoutApprovers: withoutApprovers === true ? withoutApprovers : undefined,
    messageId: onlyString(messageId),
    traceparent: onlyString(traceparent),
  };
}
