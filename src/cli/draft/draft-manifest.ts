import { Document, type YAMLMap } from 'yaml';

import type { SeenMessage, WorkflowRecord } from '../../core/survey/workflow-record.js';

import { type Draft, print, toComment, toNode, toText } from './draft-node.js';
import { draftAction, draftTool } from './draft-tool.js';

/** Longest name, in characters, before a prefix or a number is added. Hosts prepend the name of the server. */
const MAX_LENGTH = 48;
/** Matches the default names of the built-in tools that act on tasks. */
const OF_TASK_TOOLS = /^(?:task_|update_result$)/;

/** Makes a tool's name: `order` of `OrderWorkflow` and `orderWorkflow`, `get_purchase` of `getPurchase`. */
function toToolName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const withoutSuffix = words.replace(/_workflow_*$/, '');
  const plain = (/[a-z0-9]/.test(withoutSuffix) ? withoutSuffix : words).replace(/^_+|_+$/g, '');
  return plain.slice(0, MAX_LENGTH) || 'workflow';
}

/** A Workflow Type as a tool, and its messages as actions. All names are unique. */
export interface NamedWorkflow {
  readonly workflow: WorkflowRecord;
  readonly tool: string;
  readonly actions: readonly { readonly name: string; readonly message: SeenMessage }[];
}

/** Gives out unique names. */
class Names {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    let name = OF_TASK_TOOLS.test(wanted) ? `run_${wanted}` : wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/**
 * Names the drafted tools and actions. An action's name begins with its tool's name if another one would be the same.
 */
function nameWorkflows(workflows: readonly WorkflowRecord[]): NamedWorkflow[] {
  const names = new Names();
  const tools = workflows.map((workflow) => ({
    workflow,
    tool: names.take(toToolName(workflow.type)),
  }));
  const uses = new Map<string, number>(tools.map(({ tool }) => [tool, 1]));
  for (const { messages } of workflows) {
    for (const { name } of messages) {
      const plain = toToolName(name);
      uses.set(plain, (uses.get(plain) ?? 0) + 1);
    }
  }
  return tools.map(({ workflow, tool }) => ({
    workflow,
    tool,
    actions: workflow.messages.map((message) => {
      const plain = toToolName(message.name);
      const isClear = uses.get(plain) === 1 && !OF_TASK_TOOLS.test(plain);
      return { name: names.take(isClear ? plain : `${tool}_${plain}`), message };
    }),
  }));
}

/** A manifest that a person has to go through. */
export interface DraftManifest {
  readonly text: string;
  /** The offered Workflow Types, and those in comments, under their names. */
  readonly workflows: readonly NamedWorkflow[];
}

const HEADER = [
  'It holds names and types of what was seen, and no values. Before you serve it, go through it:',
  '- tools: take out what no model may start. Its name and description are all that a model knows.',
  '- input: types are those that were seen, and what was always there is "required". Say what each',
  '  member means ("description"), and what is allowed (enum, minimum, maxLength).',
  '- destructiveHint: hosts ask before a call because of it. Set it to what is true.',
  '- actions: Queries are offered, Signals and Updates are not: they stand below as comments.',
  '- Workflow IDs, status, progress, questions to people: docs/existing-workflows.md of the package.',
  'Then run: temporal-mcp-tasks check',
];

const NOT_OFFERED = [
  'Signals and Updates change what runs, so they are not offered. With the "# " taken away, whoever has',
  'started a task can send them, and so can a model. What a person decides is better asked: see',
  '"questions" in docs/existing-workflows.md.',
];

type Drafts = Map<string, Draft>;

function draftActions(workflows: readonly NamedWorkflow[]): {
  readonly offered: Drafts;
  readonly notOffered: Drafts;
} {
  const offered: Drafts = new Map();
  const notOffered: Drafts = new Map();
  for (const { workflow, actions } of workflows) {
    for (const { name, message } of actions) {
      // Queries are safe to offer: they change nothing, and only the task's owner gets the answer.
      const drafts = message.kind === 'query' ? offered : notOffered;
      drafts.set(name, draftAction(workflow.type, message));
    }
  }
  return { offered, notOffered };
}

/** Turns YAML into comments. Without `# `, each line is valid YAML. */
function commentOut(yaml: string, indent: string): string {
  const lines = yaml.trimEnd().split('\n');
  return lines.map((line) => `${indent}#${line === '' ? '' : ` ${line}`}\n`).join('');
}

function toNotOffered(notOffered: Drafts, hasActions: boolean): string {
  if (notOffered.size === 0) return '';
  const intro = NOT_OFFERED.map((line) => `  # ${line}\n`).join('');
  const head = hasActions ? '' : '# actions:\n';
  return `\n${head}${intro}  #\n${commentOut(toText(toNode(notOffered)), '  ')}`;
}

/**
 * Writes a manifest for Workflow Types: a tool for each, its Queries as actions, and its Signals and Updates as
 * comments, so that clients get them only after a person's decision. The manifest contains no values from payloads.
 *
 * @param workflows At least one.
 * @param namespace For a comment.
 * @param date For a comment, as `2026-11-21`.
 * @param hasOwnerAttribute True if the namespace has the Search Attribute that tools with Workflow IDs of their own
 * need. Default: `false`.
 */
export function draftManifest(
  workflows: readonly WorkflowRecord[],
  {
    namespace,
    date,
    hasOwnerAttribute = false,
  }: {
    readonly namespace: string;
    readonly date: string;
    readonly hasOwnerAttribute?: boolean;
  },
): DraftManifest {
  const named = nameWorkflows(workflows);
  const { offered, notOffered } = draftActions(named);
  const document = new Document({
    version: 1,
    tools: {},
    ...(offered.size > 0 && { actions: {} }),
  });
  const root = document.contents as unknown as YAMLMap;
  root.set(
    'tools',
    toNode(
      new Map(named.map(({ tool, workflow }) => [tool, draftTool(workflow, hasOwnerAttribute)])),
    ),
  );
  if (offered.size > 0) root.set('actions', toNode(offered));
  document.commentBefore = toComment([
    `Written by "temporal-mcp-tasks init" on ${date}, from what ran in namespace ${namespace}.`,
    ...HEADER,
  ]);
  for (const { key } of root.items.slice(1)) (key as { spaceBefore?: boolean }).spaceBefore = true;
  return {
    text: print(document) + toNotOffered(notOffered, offered.size > 0),
    workflows: named,
  };
}
