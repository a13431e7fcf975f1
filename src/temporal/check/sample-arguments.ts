import type { Caller } from '../../core/person/caller.js';
import { layOut } from '../../core/tool/argument-layout.js';
import { type SampleSize, toSample } from '../../core/tool/sample-value.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

import type { SampleArguments } from './compare-arguments.js';

/** A made-up caller. */
const SOMEBODY: Caller = { owner: JSON.stringify(['https://issuer.example', 'user', 'sub']) };

async function lay(
  { inputSchema, parseInput, layout }: ToolDefinition,
  size: SampleSize,
): Promise<readonly unknown[] | undefined> {
  const sample = toSample(inputSchema, size);
  if (!isRecord(sample)) return undefined;
  const parsed = await parseInput(sample, SOMEBODY);
  if (parsed.ok) return parsed.workflowArguments;
  // A pattern, for example, refuses made-up texts; their kind is the same.
  const laidOut = layout && (await layOut(layout, sample, SOMEBODY));
  return laidOut?.ok === true ? laidOut.workflowArguments : undefined;
}

/** Sample arguments of a tool for its Workflow, by its schema; `undefined` if the tool's code refuses samples. */
export async function toSampleArguments(
  tool: ToolDefinition,
): Promise<SampleArguments | undefined> {
  const least = await lay(tool, 'least');
  const most = await lay(tool, 'most');
  return least && most && { least, most };
}
