import type { Caller } from '../../core/person/caller.js';
import { type ArgumentLayout, layOut } from '../../core/tool/argument-layout.js';
import { type SampleSize, toSample } from '../../core/tool/sample-value.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

import type { SampleArguments } from './compare-arguments.js';

/** A made-up caller. */
const SOMEBODY: Caller = {
  owner: JSON.stringify(['https://issuer.example', 'user', 'sub']),
};

type Sampled = Pick<ToolDefinition, 'inputSchema' | 'parseInput' | 'layout'>;

async function lay(
  { inputSchema, parseInput, layout }: Sampled,
  size: SampleSize,
): Promise<readonly unknown[] | undefined> {
  const sample = toSample(inputSchema, size);
  if (!isRecord(sample)) return undefined;
  const parsed = await parseInput(sample, SOMEBODY);
  if (parsed.ok) return parsed.workflowArguments;
  // Parsing refuses samples that, for example, do not match a pattern. Their kinds are right all the same.
  const laidOut = layout && (await layOut(layout, sample, SOMEBODY));
  return laidOut?.ok === true ? laidOut.workflowArguments : undefined;
}

/** Sample arguments of a tool for its Workflow, by its schema; `undefined` if the tool's code refuses samples. */
export async function toSampleArguments(tool: Sampled): Promise<SampleArguments | undefined> {
  const least = await lay(tool, 'least');
  const most = await lay(tool, 'most');
  return least && most && { least, most };
}

/** Sample arguments of a message, by the schema of its input; `undefined` if they cannot be laid out. */
export async function toLaidOutSample(
  inputSchema: ToolDefinition['inputSchema'],
  layout: ArgumentLayout,
): Promise<SampleArguments | undefined> {
  const parseInput: ToolDefinition['parseInput'] = async (members, by) =>
    layOut(layout, members, by);
  return toSampleArguments({ inputSchema, parseInput });
}
