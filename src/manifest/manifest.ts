import type { AuditSettings } from '../core/audit.js';
import type { CodecKey } from '../core/codec-key.js';
import type { ConfiguredWebhook } from '../core/event/configured-webhook.js';
import type { EventSettings } from '../core/event/event-settings.js';
import type { AuthSettings } from '../core/person/auth-settings.js';
import type { ServerLimits } from '../core/person/limits.js';
import type { Tenants } from '../core/person/tenants.js';
import type { InboxSettings } from '../core/question/inbox-settings.js';
import type { ActionCatalog } from '../core/task/task-action.js';
import type { TemporalUse } from '../core/task/temporal-use.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';
import type { ToolPattern } from '../core/tool/tool-pattern.js';

import type { LocatedProblem } from './file/located-problem.js';

/** How the server introduces itself to clients (`Implementation` of the MCP schema, and `instructions`). */
export interface ServerInfo {
  /** Default: `temporal-mcp-tasks`. */
  readonly name: string;
  readonly title?: string;
  /** Default: the version of this package. */
  readonly version?: string;
  /** What a host may add to the model's context. */
  readonly instructions?: string;
}

/** Where something stands in a file, counted from 1. */
export interface ManifestPosition {
  /** The file, as it was named. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How a further namespace is reached. Without profile and address, it is one of the server's own Temporal Service. */
export interface NamespaceSettings {
  /** Its name in Temporal. Default: that of the profile; without one, the name that tools call it by. */
  readonly namespace?: string | undefined;
  /** Profile of `temporal.toml`. The environment does not overrule it. */
  readonly profile?: string | undefined;
  /** Overrules the profile. */
  readonly address?: string | undefined;
}

/** A manifest, checked and with every default filled in. */
export interface Manifest {
  readonly server: ServerInfo;
  /** The protocol revisions that are served. Absent: all that there are. */
  readonly generations?: readonly string[];
  /** What goes before the names of the tools that act on tasks; `false` where they are not offered. Absent: nothing. */
  readonly taskTools?: { readonly prefix?: string } | false;
  /** How long calls of a host may take to be answered, in milliseconds, by the name that it gives itself, in lower case. */
  readonly hosts?: ReadonlyMap<string, number>;
  /** How long a question on a stream may stay without an answer before it is asked once more, in milliseconds. */
  readonly askAgainAfterMs?: number;
  /** What one process takes of a namespace. Absent: what a cluster of a few processes can spare. */
  readonly temporalUse?: TemporalUse;
  /** What clients may subscribe to. Absent: nothing. */
  readonly events?: EventSettings;
  /** Endpoints that are told of tasks, whoever's they are. Absent: none. */
  readonly webhooks?: readonly ConfiguredWebhook[];
  /** Who may use the server over HTTP. Absent: nobody is asked who they are. */
  readonly auth?: AuthSettings;
  /** Whose tenant somebody is. Absent: there are none. */
  readonly tenants?: Tenants;
  /** How much is taken from whom, over HTTP. Absent: what each principal may do where tokens tell them apart. */
  readonly limits?: ServerLimits;
  /** Web pages of other origins that may read answers over HTTP. Absent: none. */
  readonly cors?: { readonly origins: readonly string[] };
  /** Proxies that are believed where a request comes from: how many in a row, or their addresses and networks. Absent: none. */
  readonly trustProxy?: number | readonly string[];
  /** What payloads in Temporal are encrypted with. Absent: what the environment says. */
  readonly codecKeys?: readonly CodecKey[];
  /** Where it is written who did what. Absent: nowhere. */
  readonly audit?: AuditSettings;
  /** Where people answer what tasks ask. Absent: nowhere but in clients. */
  readonly inbox?: InboxSettings;
  /** Namespaces that tools or tenants may name, besides that of the server. Absent: there are none. */
  readonly namespaces?: ReadonlyMap<string, NamespaceSettings>;
  readonly tools: ToolCatalog;
  /** What becomes tools once it is known which Workflow Types there are. Absent: nothing. */
  readonly patterns?: readonly ToolPattern[];
  /** The tools that send messages to running tasks. Absent: there are none. */
  readonly actions?: ActionCatalog;
  /** What works, but not as it reads. Absent: nothing. */
  readonly warnings?: readonly LocatedProblem[];
  /** Where a path leads to, or the nearest thing around it. Absent for a TypeScript module. */
  readonly locate?: (problem: Pick<LocatedProblem, 'path' | 'key'>) => ManifestPosition | undefined;
}
