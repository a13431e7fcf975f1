import type { TaskProgress } from '../../core/contract/contract.js';
import type { Scope } from '../../core/mapping/expression.js';
import type { WorkflowSource } from '../../core/mapping/workflow-source.js';
import { toTaskProgress, toStatusMessage } from '../../core/tool/declared-status.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { DescribedExecution } from '../describe/describe-execution.js';

import { readSource, type SourceReader } from './read-source.js';

export interface DeclaredReading {
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  /** True if a Query had no answer. */
  readonly isUnanswered: boolean;
  /** The source of the progress. Absent: there is none. */
  readonly progressSource?: WorkflowSource | undefined;
  /** Sentences about sources that cannot be read. */
  readonly unreadable: readonly string[];
  /** Time after which a read may show more, in milliseconds. Absent: only a change of the execution may show more. */
  readonly refreshMs?: number | undefined;
}

interface Described {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  /** What is known of its call. */
  readonly scope: Scope;
}

/** Reads several places in order, up to the first place with something to show. */
async function readFirst<Place extends { readonly source: WorkflowSource }, Part>(
  places: readonly Place[],
  read: (place: Place, scope: Scope) => Promise<Part | undefined>,
  { described, reader }: { readonly described: Described; readonly reader: SourceReader },
): Promise<{
  /** Absent: no place has something to show. */
  readonly part?: Part | undefined;
  /** The source of the part. */
  readonly source?: WorkflowSource | undefined;
  readonly refreshMs: number;
  readonly isUnanswered: boolean;
  readonly unreadable: readonly string[];
}> {
  let soonestMs = Infinity;
  let isUnanswered = false;
  const words: string[] = [];
  for (const place of places) {
    const reading = await readSource(place.source, described, reader);
    const { isKnown, value, refreshMs = Infinity, unreadable } = reading;
    isUnanswered ||= !isKnown;
    if (unreadable !== undefined) words.push(unreadable);
    soonestMs = Math.min(soonestMs, refreshMs);
    const part = await read(place, { ...described.scope, [place.source.kind]: value });
    if (part === undefined) continue;
    const { source } = place;
    return { part, source, refreshMs: soonestMs, isUnanswered, unreadable: words };
  }
  return { refreshMs: soonestMs, isUnanswered, unreadable: words };
}

/** `undefined` if the tool declares neither. */
export async function readDeclaredStatus(
  tool: ToolDefinition | undefined,
  described: Described,
  reader: SourceReader,
): Promise<DeclaredReading | undefined> {
  if (!tool || tool.status.length + tool.progress.length === 0) return undefined;
  const status = await readFirst(tool.status, toStatusMessage, { described, reader });
  const progress = await readFirst(tool.progress, toTaskProgress, { described, reader });
  const refreshMs = Math.min(status.refreshMs, progress.refreshMs);
  return {
    statusMessage: status.part,
    progress: progress.part,
    progressSource: progress.source,
    isUnanswered: status.isUnanswered || progress.isUnanswered,
    unreadable: [...status.unreadable, ...progress.unreadable],
    refreshMs: refreshMs < Infinity ? refreshMs : undefined,
  };
}
