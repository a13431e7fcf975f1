/** What this server writes of a task at its start, in the memo: part of the contract with Workflows (`contract.ts`). */
import { parsePrincipal, type Principal } from '../person/principal.js';
import { isInstant } from '../value/instant.js';
import { isRecord } from '../value/is-record.js';

/** What the memo `mcp.meta` holds. It is all that this server has to know of a task besides Temporal's own facts. */
export interface TaskMeta {
  /** Version of this shape. */
  readonly version: 1;
  /**
   * When the task was created, ISO 8601. Kept here because an execution's start time moves with every run of a chain.
   */
  readonly createdAt: string;
  /** Owner tag, the same as in the task ID, unless that is the tool's own: then this alone says whose the task is. */
  readonly ownerTag: string;
  /** Who has started it, as verified. Absent in tasks of servers that did not say. */
  readonly principal?: Principal;
  /** The tenant that its owner is in. Absent: none. */
  readonly tenant?: string;
  /** Name of the MCP tool. */
  readonly toolName: string;
  /** Time to live as agreed on at creation, in milliseconds from `createdAt`. */
  readonly ttlMs: number;
  /** How long the task can be read after its end at least, in milliseconds. Absent: a day. */
  readonly keepMs?: number;
  /** Suggested time between polls, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Protocol revision under which the task was created. */
  readonly protocolVersion: string;
  /** The client's session in which it was created as a task, where the protocol has sessions. */
  readonly session?: string;
  /** The server process that served its client alone, over stdio: `<process ID>@<host name>`. */
  readonly program?: string;
  /** Progress token of the creating request. */
  readonly progressToken?: string | number;
  /**
   * What the creating client can be asked, by the names of its capabilities (`elicitation`, `elicitation.url`, `sampling`,
   * `sampling.tools`), where nobody else is meant to be asked.
   */
  readonly askable?: readonly string[];
  /** Digest of the arguments, where the call had an idempotency key. */
  readonly argumentsDigest?: string;
  /** Digest of that key, where the Workflow ID is not made of it. */
  readonly keyDigest?: string;
  /** How long after its cancellation the execution is terminated, in milliseconds. Absent: never. */
  readonly terminateAfterMs?: number;
  /** Workflow ID of what ends it when its time to live is over. Absent: nothing does. */
  readonly companionId?: string;
  /** Whether its tool had others than the owner answer its questions: it stays so for a tool that is no longer listed. */
  readonly answeredByOthers?: true;
  /** The span of the request that created the task (W3C Trace Context). Absent: none. */
  readonly traceparent?: string;
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
  const { companionId, answeredByOthers, tenant, program, traceparent } = value;
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
    ...(principal && { principal }),
    ...(typeof tenant === 'string' && { tenant }),
    toolName,
    ttlMs,
    ...(isDuration(keepMs) && keepMs > 0 && { keepMs }),
    pollIntervalMs,
    protocolVersion,
    ...(typeof session === 'string' && { session }),
    ...(typeof program === 'string' && { program }),
    ...((typeof progressToken === 'string' || typeof progressToken === 'number') && {
      progressToken,
    }),
    ...(Array.isArray(askable) && {
      askable: askable.filter((name) => typeof name === 'string'),
    }),
    ...(typeof argumentsDigest === 'string' && { argumentsDigest }),
    ...(typeof keyDigest === 'string' && { keyDigest }),
    ...(isDuration(terminateAfterMs) && { terminateAfterMs }),
    ...(typeof companionId === 'string' && { companionId }),
    ...(answeredByOthers === true && { answeredByOthers }),
    ...(typeof traceparent === 'string' && { traceparent }),
  };
}
