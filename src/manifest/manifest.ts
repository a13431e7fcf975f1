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
  readonly title?: string | undefined;
  /** Default: the version of this package. */
  readonly version?: string | undefined;
  /** Instructions that a host may add to the model's context. */
  readonly instructions?: string | undefined;
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
  readonly generations?: readonly string[] | undefined;
  /** Prefix of the tools that act on tasks; `false`: no such tools. Absent: no prefix. */
  readonly taskTools?: string | false | undefined;
  /** The prefix that a gateway gives the names of tools, for texts to models. Absent: nothing. */
  readonly toolPrefix?: string | undefined;
  /** Milliseconds after which calls of a host are answered, by the host's name in lower case. */
  readonly hosts?: ReadonlyMap<string, number> | undefined;
  /** Time until an unanswered question on a stream is asked once more, in milliseconds. */
  readonly askAgainAfterMs?: number | undefined;
  /** Limits of one process in a namespace. Absent: defaults for a cluster of a few processes. */
  readonly temporalUse?: TemporalUse | undefined;
  /** Authentication over HTTP. Absent: none. */
  readonly auth?: AuthSettings | undefined;
  /** Limits over HTTP. Absent: the defaults per principal, if tokens tell principals apart. */
  readonly limits?: PrincipalLimits | undefined;
  /** Other origins whose web pages may read answers over HTTP. Absent: none. */
  readonly cors?: readonly string[] | undefined;
  /** Trusted proxies before the server: their number in a row, or their addresses and networks. Absent: none. */
  readonly trustProxy?: number | readonly string[] | undefined;
  /** The audit log. Absent: none. */
  readonly audit?: AuditSettings | undefined;
  /** The inbox. Absent: people answer in clients only. */
  readonly inbox?: InboxSettings | undefined;
  readonly tools: ToolCatalog;
  /** The tools that send messages to running tasks. Absent: none. */
  readonly actions?: ActionCatalog | undefined;
  /** Problems of keys that work, but may surprise. Absent: none. */
  readonly warnings?: readonly LocatedProblem[] | undefined;
  /** The position of a path, or of its nearest parent. Absent for a TypeScript module. */
  readonly locate?:
    ((problem: Pick<LocatedProblem, 'path' | 'key'>) => ManifestPosition | undefined) | undefined;
}
