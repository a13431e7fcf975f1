import type { Logger } from '../../src/core/logger.js';
import type { Sealer } from '../../src/core/sealer.js';
import type { Tasks } from '../../src/core/task/tasks.js';
import type { ToolCatalog } from '../../src/core/tool/tool-definition.js';
import type { Generation, GenerationOptions, LazyGeneration } from '../../src/mcp/generation.js';
import { createGeneration as create2025 } from '../../src/mcp/rev2025-11-25/generation.js';
import { recognize as recognize2025 } from '../../src/mcp/rev2025-11-25/wire/recognize.js';
import { createGeneration as create2026 } from '../../src/mcp/rev2026-07-28/generation.js';
import { recognize as recognize2026 } from '../../src/mcp/rev2026-07-28/wire/recognize.js';
import { createToolbox } from '../../src/service/calls/toolbox.js';

/** A generation that is loaded already, for either transport. */
export interface ServedGeneration extends Generation, LazyGeneration {}

function serve(generation: Generation, recognize: LazyGeneration['recognize']): ServedGeneration {
  return { ...generation, recognize, load: async () => Promise.resolve(generation) };
}

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
}): [ServedGeneration, ServedGeneration] {
  const tools = createToolbox(tasks, catalog);
  const identity = { name: 'test', version: '0.0.0' };
  const options: GenerationOptions = { identity, tasks, tools, sealer, ...(logger && { logger }) };
  return [serve(create2026(options), recognize2026), serve(create2025(options), recognize2025)];
}
