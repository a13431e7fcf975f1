import type { ToolCatalog } from '../core/tool-definition.js';

/** How the server introduces itself to clients (`Implementation` of the MCP schema, and `instructions`). */
export interface ServerInfo {
  /** @defaultValue `temporal-mcp-tasks` */
  readonly name: string;
  readonly title?: string;
  /** @defaultValue the version of this package */
  readonly version?: string;
  /** What a host may add to the model's context. */
  readonly instructions?: string;
}

/** A manifest, checked and with every default filled in. */
export interface Manifest {
  readonly server: ServerInfo;
  /** The protocol revisions that are served. Absent: all that there are. */
  readonly generations?: readonly string[];
  readonly tools: ToolCatalog;
}
