import { TaskError } from '../core/errors.js';
import { REACH_ADVICE } from '../temporal/link/connection-fault.js';
import { findFaultOfConnection, isNamespaceMissing } from '../temporal/link/from-temporal-error.js';

export interface Finding {
  /**
   * `unknown`: only a start could tell. `warning`: calls work otherwise than the manifest reads, or may fail.
   * `problem`: calls will not work.
   */
  readonly level: 'ok' | 'unknown' | 'warning' | 'problem';
  /** The tool of the finding. Absent: the namespace, or several tools. */
  readonly tool?: string | undefined;
  /** The place in the manifest. Absent: several places, or none. */
  readonly path?: readonly PropertyKey[] | undefined;
  readonly message: string;
}

/** Texts of gRPC if no server listens at an address, or its name is unknown. */
const NO_CONNECTION = [
  /No connection established\. Last error: (?:Error: )?(.*?)\.? Resolution note:/,
  /(Name resolution failed for target \S+)/,
];

/** The reason in these texts if a proxy of the environment does not connect. */
const NO_REASON = 'undefined';

const NAMESPACE =
  'Set TEMPORAL_NAMESPACE or --namespace to one that exists, or create it: temporal operator namespace create.';

/** In Temporal's own words, for an operator. */
export function explainError(error: unknown): string {
  const cause = error instanceof TaskError ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const fault = findFaultOfConnection(cause);
  if (fault !== undefined) return `${fault}.`;
  if (error instanceof TaskError && isNamespaceMissing(error)) return `${message} ${NAMESPACE}`;
  const refusal = NO_CONNECTION.map((text) => text.exec(message)?.[1]).find(Boolean);
  if (refusal === undefined) return message;
  return refusal === NO_REASON
    ? `no connection. If grpc_proxy, https_proxy or http_proxy is set, name Temporal's host in no_proxy. ${REACH_ADVICE}`
    : `no connection (${refusal}). ${REACH_ADVICE}`;
}
