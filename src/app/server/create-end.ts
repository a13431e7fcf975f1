import type { Generation } from '../../mcp/generation.js';
import type { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';

export function createEnd(
  generations: readonly Generation[],
  endOfWaits: EndOfWaits,
): { readonly drain: () => Promise<void>; readonly close: () => Promise<void> } {
  let closing: Promise<unknown> | undefined;
  return {
    drain: async () => {
      endOfWaits.come();
      await Promise.all(generations.map(async (generation) => generation.drain()));
    },
    close: async () => {
      closing ??= Promise.all(generations.map(async (generation) => generation.close()));
      await closing;
    },
  };
}
