/** Writes a manifest for Workflow Types, which a person has to go through. It contains no values from payloads. */
import { Document, isMap, isScalar, isSeq, type Scalar, visit, type YAMLMap } from 'yaml';

import { toDraftDescription } from '../check/inspect-tools.js';
import { placeholdersOf } from '../core/mapping/text.js';
import { findIdTemplateFaults } from '../core/task/own-workflow-id.js';

import type { ArgumentsShape } from './arguments-shape.js';
import { isAlwaysObject, type Schema, toSchema } from './shape-schema.js';
import type { NamespaceSurvey, SurveyedWorkflow } from './survey-namespace.js';

/** Longest name, in characters, before a number is added. Hosts prepend the name of the server. */
const MAX_LENGTH = 48;
/** Matches the default names of the built-in tools that act on tasks. */
const OF_TASK_TOOLS = /^(?:task_|update_result$)/;
/** A map of at most so many scalars stands on one line. */
const MAX_ON_ONE_LINE = 3;

const HEADER = [
  'It has names and types of what was seen, and no values. Before you serve it, review it:',
  '- tools: remove what models must not start. A model knows only the name and the description.',
  '- input: types are as seen, and members that were always there are "required". Say what each',
  '  member means ("description"), and what is allowed (enum, minimum, maxLength).',
  '- destructiveHint: hosts ask before a call because of it. Set it to false if the work destroys nothing.',
  '- results, status, progress, questions to people, Signals, Queries and Updates:',
  '  docs/existing-workflows.md of the package.',
  'Then run: temporal-mcp-tasks check',
];

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
  const short = plain.slice(0, MAX_LENGTH) || 'workflow';
  return OF_TASK_TOOLS.test(short) ? `run_${short}` : short;
}

function toUnique(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
  return name;
}

interface DraftArguments {
  readonly input?: Schema;
  /** Names of the arguments, by position. Absent: one object. */
  readonly layout?: readonly string[];
}

/**
 * Drafts the input from recorded arguments. A single object is the input itself. Other arguments go by position, with
 * neutral names, since payloads contain no names.
 */
function draftArguments(shape: ArgumentsShape): DraftArguments {
  const { positions } = shape;
  const [first] = positions;
  if (!first) return { layout: [] };
  const isOneObject = positions.length === 1 && shape.isAlwaysGiven(0) && isAlwaysObject(first);
  if (isOneObject) return { input: toSchema(first) };
  const layout = positions.map((_shape, index) => `arg${index + 1}`);
  const required = layout.filter((_name, index) => shape.isAlwaysGiven(index));
  const properties = Object.fromEntries(
    positions.map((position, index) => [`arg${index + 1}`, toSchema(position)] as const),
  );
  return {
    input: {
      type: 'object',
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      properties,
    },
    layout,
  };
}

/** Returns the pattern of all recorded Workflow IDs, if it is made of required arguments. */
function draftWorkflowId(
  { ids: { template } }: SurveyedWorkflow,
  required: unknown,
): string | undefined {
  if (template === undefined || findIdTemplateFaults(template).length > 0) return undefined;
  const isFilled = placeholdersOf(template).every(
    ({ expression }) => Array.isArray(required) && required.includes(expression.text),
  );
  return isFilled ? template.text : undefined;
}

/** A tool as data, with comments in front of its keys. */
interface Draft {
  readonly value: Readonly<Record<string, unknown>>;
  readonly comments: Readonly<Record<string, string>>;
}

function draftTool(workflow: SurveyedWorkflow, hasOwnerAttribute: boolean): Draft {
  const { type, taskQueue, starts } = workflow;
  const { input, layout } = draftArguments(starts);
  const id = draftWorkflowId(workflow, input?.['required']);
  const aboutId =
    'All Workflow IDs that were seen are made like this: a second call with the same ID starts no second task.';
  const registerFirst = `${aboutId}\n Register the Search Attribute McpOwner (Keyword), and write here: id: '${id ?? ''}'`;
  return {
    value: {
      workflow: {
        type,
        taskQueue: taskQueue.name,
        ...(id !== undefined && hasOwnerAttribute && { id }),
        ...(layout && { arguments: layout }),
      },
      description: toDraftDescription(type),
      annotations: { destructiveHint: true },
      ...(input && { input }),
    },
    comments: {
      ...(id !== undefined && { workflow: hasOwnerAttribute ? aboutId : registerFirst }),
      description: 'TODO: say what it does and when to use it. A model chooses by this.',
      annotations:
        'TODO: readOnlyHint: true if it changes nothing, destructiveHint: false if it only adds.',
      ...(layout && {
        input: 'Payloads have no names: give the arguments names, here and in "arguments".',
      }),
    },
  };
}

/** Puts lists of names, and schemas of one value, on one line each, and escapes `${`, which names a variable. */
function style(document: Document): void {
  const isShort = (node: unknown): boolean =>
    isScalar(node) || (isSeq(node) && node.items.every((item) => isScalar(item)));
  visit(document, {
    Scalar(key, scalar: Scalar) {
      if (key !== 'key' && typeof scalar.value === 'string') {
        scalar.value = scalar.value.replaceAll('${', () => '$${');
      }
    },
    Seq(_key, seq) {
      if (isShort(seq)) seq.flow = true;
    },
    Map(_key, map) {
      const { items } = map;
      if (items.length <= MAX_ON_ONE_LINE && items.every(({ value }) => isShort(value))) {
        map.flow = true;
      }
    },
  });
}

function addComments(tool: unknown, comments: Draft['comments']): void {
  if (!isMap(tool)) return;
  for (const { key } of tool.items as YAMLMap<Scalar>['items']) {
    const comment = comments[String(key.value)];
    if (comment !== undefined) key.commentBefore = ` ${comment}`;
  }
}

export interface DraftManifest {
  readonly text: string;
  /** The Workflow Types by the names of their tools. */
  readonly tools: ReadonlyMap<string, SurveyedWorkflow>;
}

/** @param date For a comment, as `2026-11-21`. */
export function draftManifest(
  {
    offered,
    namespace,
    hasOwnerAttribute,
  }: Pick<NamespaceSurvey, 'offered' | 'namespace' | 'hasOwnerAttribute'>,
  date: string,
): DraftManifest {
  const tools = new Map<string, SurveyedWorkflow>();
  for (const workflow of offered) tools.set(toUnique(toToolName(workflow.type), tools), workflow);
  const drafts = [...tools].map(
    ([name, workflow]) => [name, draftTool(workflow, hasOwnerAttribute)] as const,
  );
  const document = new Document({
    version: 1,
    tools: Object.fromEntries(drafts.map(([name, { value }]) => [name, value])),
  });
  style(document);
  for (const [name, { comments }] of drafts) {
    addComments(document.getIn(['tools', name], true), comments);
  }
  const head = `Written by "temporal-mcp-tasks init" on ${date}, from what ran in namespace ${namespace}.`;
  document.commentBefore = [head, ...HEADER].map((line) => ` ${line}`).join('\n');
  return { text: document.toString({ lineWidth: 100, singleQuote: true }), tools };
}
