/**
 * Kinds of tools besides those with a Workflow Type of users. Each kind is a key of a tool, whose schema gives the work:
 * a Workflow of this package, and Activities of its Workers. The list of kinds is handed to the manifest.
 */
import type * as z from 'zod';

import type { OwnWork } from '../../core/tool/own-work.js';
import type { Place } from '../../definition/roots.js';
import type { StatusSource } from '../../definition/tool/source.js';
import type { WorkflowKeys } from '../../definition/tool/workflow.js';
import type { LocatedProblem } from '../manifest-error.js';

/** The call that starts the work. */
export interface WorkOfTool {
  readonly tool: string;
  readonly serverName: string;
  /** The arguments of the call. */
  readonly names: readonly string[];
}

/** The work that a tool hands to Workers of this package, as the manifest declares it. */
export interface DeclaredWork {
  /** The key of the kind. */
  readonly kind: string;
  /** Where the Workflow shows its state. */
  readonly status: StatusSource;
  /** The start of the Workflow, which a tool cannot declare itself. */
  readonly toStart: (
    of: WorkOfTool,
  ) => Pick<WorkflowKeys, 'type' | 'taskQueue' | 'executionTimeout' | 'arguments'>;
  readonly toWork: (of: WorkOfTool) => OwnWork;
  /** Problems that the schema does not find. @param place What can be named before the start. */
  readonly check: (at: {
    readonly path: readonly PropertyKey[];
    readonly place: Place;
  }) => LocatedProblem[];
}

/** The schema of a kind's key. */
export type ToolKind = z.ZodType<DeclaredWork | undefined>;
