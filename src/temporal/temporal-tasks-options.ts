import type { Client } from '@temporalio/client';

import type { Logger } from '../core/logger.js';
import type { InboxSettings } from '../core/question/inbox-settings.js';
import type { Sealer } from '../core/sealer.js';
import type { TemporalUse } from '../core/task/temporal-use.js';
import type { CurrentTools } from '../core/tool/tool-definition.js';

/** Options of the task port: its Temporal Client, secrets and limits. */
export interface TemporalTasksOptions extends TemporalUse {
  /**
   * The Temporal Client that starts, reads, cancels and lists. Its namespace and data converter have to be the
   * ones the Workers use. A connection with few retries is best (see `connectTemporal`): it answers an outage
   * with an error at once, where the default one would keep clients waiting.
   */
  readonly client: Client;
  /**
   * The Temporal Client for long polls. Default: `client`. A connection of its own keeps waiting requests
   * apart from the short ones.
   */
  readonly pollClient?: Client;
  /**
   * The tools whose tasks these are, read at each use. A task of a tool that is no longer listed can still be read and
   * cancelled.
   */
  readonly tools: CurrentTools;
  /** Returns true for a tool of these servers, whose tasks their configuration sees. Default: the tools of `tools`. */
  readonly isOurs?: (toolName: string) => boolean;
  /**
   * At least 32 bytes that all replicas share. It marks owners in task IDs and signs cursors: with another
   * secret, older tasks are not found any more, unless the one before is among `previousSecrets`.
   */
  readonly secret: Uint8Array;
  /**
   * Secrets whose tasks and cursors still count, four at most. Default: none. A secret can be dropped when the
   * longest time to live is over since it was the current one.
   */
  readonly previousSecrets?: readonly Uint8Array[];
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Limit of one Temporal call with its retries, in milliseconds. Default: 10,000. The caller gets `unavailable`. */
  readonly callDeadlineMs?: number;
  /** Largest arguments of a call, in bytes of JSON. Default, and the most that are taken: 1 MiB (`ARGUMENT_BOUNDS`). */
  readonly maxArgumentBytes?: number;
  /** Tasks on one page of a list. Default: 50. */
  readonly pageSize?: number;
  /** Open tasks that an owner may have, asked with each start. Default, and for `undefined`: as many as they start. */
  readonly maxOpenTasks?: () => number | undefined;
  /** Counts an owner's open tasks. Default: those of this namespace. */
  readonly countOpen?: (owner: string) => Promise<number>;
  /** Seals positions in lists of what is asked. Default: there are no approvals. */
  readonly sealer?: Sealer;
  /** Place where people answer questions. Default: in clients only. */
  readonly inbox?: InboxSettings;
}
