import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';

import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import type { ToolCatalog } from '../../core/tool-definition.js';

import type { ClientCapabilities } from './client-capabilities.js';

/** What is known of who sends a request. */
export interface OwnerContext {
  /** The verified token, where the transport authenticates. */
  readonly authInfo: AuthInfo | undefined;
}

/** What a binding serves, and to whom. */
export interface TasksBindingOptions {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  /** Seals the IDs of questions to clients. With the same secrets, any replica can take the answers. */
  readonly sealer: Sealer;
  /**
   * Whose tasks a request may see. It has to give the same text for every request of one principal, also after
   * a restart and on every replica. Default: everybody is the one local user, which is right for stdio and for
   * a server on loopback, and for nothing else.
   */
  readonly toOwner?: (context: OwnerContext) => Owner | Promise<Owner>;
  /**
   * Whether `tasks/list` is offered. Default: true. Set it to false where requestors cannot be told apart
   * (Tasks › Task Isolation and Access Control).
   */
  readonly canList?: boolean;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

/** What a transport knows of the client on a connection, beyond what goes over the connection itself. */
export interface ConnectionInfo {
  /** From the client's session. Default: what the client says when it initializes, on this very connection. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /** Whether a request is answered with one message and nothing before it, so that nothing can be asked meanwhile. */
  readonly singleReply?: boolean;
}
