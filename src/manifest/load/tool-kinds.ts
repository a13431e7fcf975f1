import * as z from 'zod';

import { isRecord } from '../../core/value/is-record.js';
import { jobKind } from '../../jobs/manifest/job-kind.js';
import type { DeclaredWork, ToolKind } from '../tool/tool-kind.js';
import { checkKind, toolKeys } from '../tool/tool-schema.js';

/** The kinds of tools besides those with a Workflow Type or an Activity Type: each is a key of a tool. */
const TOOL_KINDS = { job: jobKind } as const satisfies Readonly<Record<string, ToolKind>>;
export const KIND_NAMES = Object.keys(TOOL_KINDS) as (keyof typeof TOOL_KINDS)[];

const { workflow, activity, ...keysOfAll } = toolKeys.shape;

/** One of `tools`. Its kind stands first. */
export const toolSchema = z
  .strictObject({ workflow, activity, ...TOOL_KINDS, ...keysOfAll })
  .superRefine(
    (tool, context) => {
      checkKind(tool, KIND_NAMES, context);
    },
    { when: ({ value }) => isRecord(value) },
  );

/** One of `tools` before parsing, as a TypeScript user writes it. */
export type ToolInput = z.input<typeof toolSchema>;

/** The work of a tool; `undefined` if its tasks are Workflows of users. */
export function workOf(tool: z.output<typeof toolSchema>): DeclaredWork | undefined {
  return KIND_NAMES.map((name) => tool[name]).find((work) => work !== undefined);
}
