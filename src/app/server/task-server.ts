/** The public interface of a server in a program. */
import type { Readable, Writable } from 'node:stream';

import type { Logger } from '../../core/logger.js';
import type { Identify } from '../../core/person/caller.js';
import type { Approvals } from '../../core/task/approvals.js';
import type { Manifest } from '../../manifest/manifest.js';
import type { StdioHandle } from '../../mcp/generation.js';
import type { HttpApp } from '../../transport/http/http-app.js';
import type { HttpServerHandle, ListenOptions } from '../../transport/http/start-http-server.js';
import type { TemporalSettings } from '../config/connect-temporal.js';

import type { AuthOptions } from './create-server-gate.js';

/** Options of a server. */
export interface TaskServerOptions {
  /** The tools: the result of `defineTools` or `loadManifest`, or one or more paths of YAML manifests. */
  readonly manifest: Manifest | string | readonly string[];
  /** Default: Temporal's standard environment and configuration file (`loadTemporalSettings`). */
  readonly temporal?: TemporalSettings | undefined;
  /**
   * At least 32 bytes that all replicas share. It marks the owner in task IDs, and seals cursors and other texts that
   * clients send back. Default: `TEMPORAL_MCP_TASKS_SECRET`, or a generated secret that is kept for this user.
   */
  readonly secret?: Uint8Array | undefined;
  /** Another secret that the server still accepts. Default: `TEMPORAL_MCP_TASKS_PREVIOUS_SECRET`, or none. */
  readonly previousSecret?: Uint8Array | undefined;
  /** Token checks besides `server.auth` of the manifest, for HTTP. */
  readonly auth?: AuthOptions | undefined;
  /**
   * Names the caller of a request if no tokens are configured. Default: every caller is the local user, which is safe
   * only over stdio and on loopback.
   */
  readonly identify?: Identify | undefined;
  /**
   * Clients may list tasks if no tokens are configured. Default: true. Set it to false if callers cannot be told
   * apart (Tasks › Task Isolation and Access Control).
   */
  readonly canList?: boolean | undefined;
  /**
   * Accepted values of `Host` over HTTP, without the port. Default: the host of `server.auth.resource`, and
   * `localhost`, `127.0.0.1` and `[::1]`, so that web pages cannot reach a local server through a name of their own.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Accepted values of `Origin`, with scheme and port. Default: those of the allowed hosts. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
}

/** Address of a server, and permission for other machines to use it without tokens. */
export interface ServeOptions extends ListenOptions {
  /** Other machines may reach a server without tokens. Default: false. */
  readonly allowUnauthenticated?: boolean | undefined;
}

/** A server with the generations of its manifest. It can use several transports at once. */
export interface TaskServer {
  /** The server asks for tokens over HTTP. */
  readonly asksForTokens: boolean;
  /** The Streamable HTTP endpoint at `/mcp`, to mount in an application of your own. */
  readonly httpApp: HttpApp;
  /**
   * Serves that endpoint on a port.
   *
   * @throws {Error} If the port is taken, the address is not this machine's, or other machines could reach a server
   * without tokens. The message says what to do.
   */
  readonly listen: (options: ServeOptions) => Promise<HttpServerHandle>;
  /** Serves the client that started this process, over standard input and output. */
  readonly serveStdio: (streams?: {
    /** Default: this process's standard input. */
    readonly input?: Readable | undefined;
    /** Default: this process's standard output. */
    readonly output?: Writable | undefined;
  }) => Promise<StdioHandle>;
  /** Approvals for a page or a bot outside this package, which names the caller (docs/approvals.md). */
  readonly approvals: Approvals;
  /**
   * Returns the reason why the server should get no new work, as `/readyz` does: a Temporal setting that may be wrong,
   * or `stopping`. Resolves with `undefined` if the server is ready.
   */
  readonly findObstacle: () => Promise<string | undefined>;
  /** Ends all requests and streams on every transport. The tasks continue, and another process can serve them. */
  readonly close: () => Promise<void>;
}
