import { createToolbox } from '../../src/calls/toolbox.js';
import type { Logger } from '../../src/core/logger.js';
import type { Sealer } from '../../src/core/sealer.js';
import type { Tasks } from '../../src/core/tasks.js';
import type { ToolCatalog } from '../../src/core/tool-definition.js';
import type { Generation } from '../../src/mcp/generation.js';
import { loadGenerations } from '../../src/server/load-generations.js';

/** All generations, newest first, on tasks that a test has made. */
export async function createGenerations({
  tasks,
  tools,
  sealer,
  logger,
}: {
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  readonly sealer: Sealer;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}): Promise<[Generation, ...Generation[]]> {
  const [newest, ...older] = await loadGenerations();
  const options = {
    identity: { name: 'test', version: '0.0.0' },
    tasks,
    tools: createToolbox(tasks, tools),
    sealer,
    ...(logger && { logger }),
  };
  return [newest(options), ...older.map((create) => create(options))];
}
