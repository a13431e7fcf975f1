import { createGenerations as createServed } from '../../src/app/server/create-generations.js';
import type { Logger } from '../../src/core/logger.js';
import type { Sealer } from '../../src/core/sealer.js';
import type { Tasks } from '../../src/core/task/tasks.js';
import type { ToolCatalog } from '../../src/core/tool/tool-definition.js';
import type { Generation } from '../../src/mcp/generation.js';
import { createToolbox } from '../../src/service/calls/toolbox.js';

/** Makes all generations, newest first, on a test's tasks. */
export function createGenerations({
  tasks,
  tools: catalog,
  sealer,
  logger,
}: {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  readonly sealer: Sealer;
  /** Default: no log. */
  readonly logger?: Logger;
}): [Generation, ...Generation[]] {
  const tools = createToolbox(tasks, catalog);
  const identity = { name: 'test', version: '0.0.0' };
  return createServed({ identity, tasks, tools, sealer, ...(logger && { logger }) });
}
