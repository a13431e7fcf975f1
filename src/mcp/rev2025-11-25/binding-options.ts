import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/tasks.js';
import type { ToolCatalog } from '../../core/tool-definition.js';

/** What a binding serves. */
export interface TasksBindingOptions {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  /** Seals session IDs and the IDs of questions to clients. With the same secrets, any replica can take the answers. */
  readonly sealer: Sealer;
  /**
   * Whether `tasks/list` is offered. Default: true. Set it to false where requestors cannot be told apart
   * (Tasks › Task Isolation and Access Control).
   */
  readonly canList?: boolean;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}
