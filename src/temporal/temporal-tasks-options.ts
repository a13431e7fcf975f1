import type { Client } from '@temporalio/client';

import type { Logger } from '../core/logger.js';
import type { InboxSettings } from '../core/question/inbox-settings.js';
import type { Sealer } from '../core/sealer.js';
import type { TemporalUse } from '../core/task/temporal-use.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';

export interface TemporalTasksOptions extends TemporalUse {
  /**
   * The Temporal Client that starts, reads, cancels and lists. Its namespace and data converter must be those of the
   * Workers. Use a connection with few retries (see `connectTemporal`): it answers an outage with an error at once, and
   * the default connection would keep clients waiting.
   */
  readonly client: Client;
  /**
   * The Temporal Client for long polls. Default: `client`. A separate connection keeps waiting requests apart from
   * short ones.
   */
  readonly pollClient?: Client | undefined;
  /** Name of the server. Notifiers of tasks wait for the Worker of the same name. */
  readonly serverName: string;
  /**
   * The tools whose tasks these are. A task of a tool that is no longer listed can still be read and cancelled.
   */
  readonly tools: ToolCatalog;
  /**
   * At least 32 bytes that all replicas share. It marks owners in task IDs. With another secret,
   * older tasks are not found, unless `previousSecret` is the earlier one.
   */
  readonly secret: Uint8Array;
  /**
   * Another secret whose tasks and cursors stay valid. Default: none. Drop it when the longest time to live has passed
   * since it was the current one.
   */
  readonly previousSecret?: Uint8Array | undefined;
  /** Default: nothing is logged. */
  readonly logger?: Logger | undefined;
  /** Limit of one Temporal call with its retries, in milliseconds. Default: 10,000. The caller gets `unavailable`. */
  readonly callDeadlineMs?: number | undefined;
  /** Maximum size of a call's arguments, in bytes of JSON. Default and upper limit: 1 MiB (`ARGUMENT_BOUNDS`). */
  readonly maxArgumentBytes?: number | undefined;
  /** Number of tasks on one page of a list. Default: 50. */
  readonly pageSize?: number | undefined;
  /** Maximum number of an owner's open tasks. Default: no limit. */
  readonly maxOpenTasks?: number | undefined;
  /** Seals positions in lists of tasks for approvers. */
  readonly sealer: Sealer;
  /** The place where people answer questions. Default: in clients only. */
  readonly inbox?: InboxSettings | undefined;
}
