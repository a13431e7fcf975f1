import type { ToolDefinition } from './tool-definition.js';

/** A Workflow Type, as an execution of it shows it. */
export interface SeenWorkflowType {
  readonly workflowType: string;
  /** Task Queue of the latest execution. */
  readonly taskQueue: string;
  /** Which of the server's further namespaces it is in. Absent: that of the server. */
  readonly namespace?: string | undefined;
}

/** An entry of a manifest that stands for every Workflow Type that a pattern matches: each is a tool of its own. */
export interface ToolPattern {
  /** Of the tools: `*` in it stands for what it stands for in the Workflow Type. */
  readonly name: string;
  /** Of the Workflow Types: one `*`, for any characters. */
  readonly workflowType: string;
  /** What all of these tools are, but for their names and Workflow Types. An empty Task Queue: that of the executions. */
  readonly tool: ToolDefinition;
}

/** How many Workflow Types one pattern makes tools of: a host shows no more to a model, and reads no longer list. */
export const MAX_MATCHES = 200;

/** The parts around the `*` of a pattern. */
export function splitPattern(pattern: string): readonly [before: string, after: string] {
  const at = pattern.indexOf('*');
  return [pattern.slice(0, at), pattern.slice(at + 1)];
}

/** What the `*` of a pattern stands for in a text; `undefined` where the pattern does not match it. */
export function matchPattern(pattern: string, text: string): string | undefined {
  if (!pattern.includes('*')) return undefined;
  const [before, after] = splitPattern(pattern);
  const isMatch =
    text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return isMatch ? text.slice(before.length, text.length - after.length) : undefined;
}

/** The tool of a Workflow Type that a pattern matches. What a tool name cannot have becomes `_`. */
export function toToolName(name: string, matched: string): string {
  return name.replace('*', matched.replace(/[^A-Za-z0-9_.-]+/g, '_')).slice(0, 128);
}

/**
 * The tools of a pattern, by name. A Workflow Type that has a tool already gets none, nor does one whose name is taken: what is
 * written out comes before what is derived.
 *
 * @param taken The tools that there are already, and the names of others.
 */
export function expandPattern(
  { name, workflowType: pattern, tool }: ToolPattern,
  seen: readonly SeenWorkflowType[],
  taken: { readonly names: ReadonlySet<string>; readonly workflowTypes: ReadonlySet<string> },
): ReadonlyMap<string, ToolDefinition> {
  const tools = new Map<string, ToolDefinition>();
  const here = seen.filter(({ namespace }) => namespace === tool.namespace);
  for (const { workflowType, taskQueue } of here) {
    const matched = matchPattern(pattern, workflowType);
    if (matched === undefined || taken.workflowTypes.has(workflowType)) continue;
    const toolName = toToolName(name, matched);
    if (taken.names.has(toolName) || tools.has(toolName)) continue;
    tools.set(toolName, {
      ...tool,
      ...{ name: toolName, workflowType, taskQueue: tool.taskQueue || taskQueue },
    });
    if (tools.size >= MAX_MATCHES) break;
  }
  return tools;
}
