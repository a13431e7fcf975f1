import type { TaskProgress } from '../../core/contract.js';
import type { CallArguments, ReadValue } from '../../core/tool/call-arguments.js';
import { toProgress, toStatusMessage } from '../../core/tool/declared-status.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { WorkflowSource } from '../../core/tool/workflow-source.js';
import type { DescribedExecution } from '../read/describe-execution.js';

import { readSource, type SourceReader } from './read-source.js';

/** The values of an execution at the places that its tool declares. */
export interface DeclaredReading {
  readonly statusMessage?: string;
  readonly progress?: TaskProgress;
  /** After how many milliseconds there may be more to know. Absent: when something happens to the execution. */
  readonly refreshMs?: number;
}

interface Described {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  readonly callArguments?: CallArguments | undefined;
}

/** Of several places, the first one at which there is something. */
async function readFirst<Place extends { readonly source: WorkflowSource }, Found>(
  places: readonly Place[],
  read: (place: Place, found: ReadValue) => Found | undefined,
  { described, reader }: { readonly described: Described; readonly reader: SourceReader },
): Promise<{ readonly found?: Found; readonly refreshMs: number }> {
  let soonestMs = Infinity;
  for (const place of places) {
    const { value, refreshMs = Infinity } = await readSource(place.source, described, reader);
    soonestMs = Math.min(soonestMs, refreshMs);
    const found = read(place, { value, callArguments: described.callArguments });
    if (found !== undefined) return { found, refreshMs: soonestMs };
  }
  return { refreshMs: soonestMs };
}

/** Status and progress as a tool declares them; `undefined` where it declares nothing of the kind. */
export async function readDeclaredStatus(
  tool: ToolDefinition | undefined,
  described: Described,
  reader: SourceReader,
): Promise<DeclaredReading | undefined> {
  const { statusFrom = [], progressFrom = [] } = tool ?? {};
  if (statusFrom.length + progressFrom.length === 0) return undefined;
  const status = await readFirst(statusFrom, toStatusMessage, { described, reader });
  const progress = await readFirst(progressFrom, toProgress, { described, reader });
  const refreshMs = Math.min(status.refreshMs, progress.refreshMs);
  return {
    ...(status.found !== undefined && { statusMessage: status.found }),
    ...(progress.found && { progress: progress.found }),
    ...(refreshMs < Infinity && { refreshMs }),
  };
}
