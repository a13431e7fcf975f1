import type { AuthInfo } from '@modelcontextprotocol/server';

import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import type { ToolCatalog } from '../../core/tool-definition.js';

/** What is known of who sends a request. */
export interface OwnerContext {
  /** The verified token, where the transport authenticates. */
  readonly authInfo: AuthInfo | undefined;
}

/** What a binding serves, and to whom. */
export interface TasksBindingOptions {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  /** Seals request states. With the same secrets, any replica can go on with a call that another one began. */
  readonly sealer: Sealer;
  /**
   * Whose tasks a request may see. It has to give the same text for every request of one principal, also after
   * a restart, on every replica and in the other generation. Default: everybody is the one local user, which is
   * right for stdio and for a server on loopback, and for nothing else.
   */
  readonly toOwner?: (context: OwnerContext) => Owner | Promise<Owner>;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}
