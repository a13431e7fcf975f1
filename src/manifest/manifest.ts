import type { AuditSettings } from '../core/audit.js';
import type { AuthSettings } from '../core/person/auth-settings.js';
import type { PrincipalLimits } from '../core/person/limits.js';
import type { InboxSettings } from '../core/question/inbox-settings.js';
import type { ActionCatalog } from '../core/task/task-action.js';
import type { TemporalUse } from '../core/task/temporal-use.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';

import type { LocatedProblem } from './manifest-error.js';

/** The server's description of itself for clients (`Implementation` of the MCP schema, and `instructions`). */
export interface ServerInfo {
  /** Default: `temporal-mcp-tasks`. */
  readonly name: string;
  readonly title?: string;
  /** Default: the version of this package. */
  readonly version?: string;
  /** Instructions that a host may add to the model's context. */
  readonly instructions?: string;
}

export interface ManifestPosition {
  /** The file's path as the user gave it. */
  readonly file: string;
  /** The path of keys in this file: `tools.buy.ttl`, or `auth.issuers[0]` in the settings of the server. */
  readonly path: string;
  /** Counted from 1, as the column is. */
  readonly line: number;
  readonly column: number;
}

/** A manifest, checked and with every default filled in. */
export interface Manifest {
  readonly server: ServerInfo;
  /** The served protocol revisions. Absent: all. */
  readonly generations?: readonly string[];
  /** Prefix of the tools that act on tasks; `false`: no such tools. Absent: no prefix. */
  readonly taskTools?: string | false;
  /** The prefix that a gateway gives the names of tools, for texts to models. Absent: nothing. */
  readonly toolPrefix?: string;
  /** Milliseconds after which calls of a host are answered, by the host's name in lower case. */
  readonly hosts?: ReadonlyMap<string, number>;
  /** Time until an unanswered question on a stream is asked once more, in milliseconds. */
  readonly askAgainAfterMs?: number;
  /** Limits of one process in a namespace. Absent: defaults for a cluster of a few processes. */
  readonly temporalUse?: TemporalUse;
  /** Authentication over HTTP. Absent: none. */
  readonly auth?: AuthSettings;
  /** Limits over HTTP. Absent: the defaults per principal, if tokens tell principals apart. */
  readonly limits?: PrincipalLimits;
  /** Other origins whose web pages may read answers over HTTP. Absent: none. */
  readonly cors?: readonly string[];
  /** Trusted proxies before the server: their number in a row, or their addresses and networks. Absent: none. */
  readonly trustProxy?: number | readonly string[];
  /** The audit log. Absent: none. */
  readonly audit?: AuditSettings;
  /** The inbox. Absent: people answer in clients only. */
  readonly inbox?: InboxSettings;
  readonly tools: ToolCatalog;
  /** The tools that send messages to running tasks. Absent: none. */
  readonly actions?: ActionCatalog;
  /** Problems of keys that work, but may surprise. Absent: none. */
  readonly warnings?: readonly LocatedProblem[];
  /** The position of a path, or of its nearest parent. Absent for a TypeScript module. */
  readonly locate?: (problem: Pick<LocatedProblem, 'path' | 'key'>) => ManifestPosition | undefined;
}
