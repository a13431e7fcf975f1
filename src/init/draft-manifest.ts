/** Writes a manifest for Workflow Types, which a person has to go through. It contains no values from payloads. */
import { Document, isMap, isScalar, isSeq, type Scalar, visit, type YAMLMap } from 'yaml';

import { toDraftDescription } from '../check/inspect-tools.js';
import { placeholdersOf } from '../core/mapping/text.js';
import { findIdTemplateFaults } from '../core/task/own-workflow-id.js';
import { withoutUndefined } from '../core/value/members.js';

import { draftActivity } from './draft-activity.js';
import { draftArguments } from './draft-arguments.js';
import { toSchema } from './shape-schema.js';
import type { SurveyedHandler, SurveyedInterface } from './survey-interface.js';
import type { NamespaceSurvey, SurveyedWorkflow } from './survey-namespace.js';

type Members = Readonly<Record<string, unknown>>;

const DESCRIPTIONS = {
  query: (name: string) => `Asks a running task by its Query ${name}.`,
  signal: (name: string) => `Sends the Signal ${name} to a running task.`,
  update: (name: string) => `Sends the Update ${name} to a running task.`,
} as const;

/** Drafts further keys of a tool: `output`, `progress`. */
function draftKeys({ result, heartbeats }: SurveyedInterface): Members {
  const output = result && toSchema(result);
  const places = heartbeats.map((heartbeat) => ({ heartbeat }));
  return {
    output,
    progress: places.length > 0 ? (places.length === 1 ? places[0] : places) : undefined,
  };
}

/** Drafts an action for a handler of a Workflow Type. */
function draftAction({ type }: SurveyedWorkflow, { kind, name, sent }: SurveyedHandler): Members {
  const { input, layout } = sent ? draftArguments(sent) : {};
  return {
    workflow: type,
    [kind]: name,
    description: DESCRIPTIONS[kind](name),
    annotations: kind === 'query' ? { readOnlyHint: true } : { destructiveHint: true },
    input,
    arguments: layout && layout.length > 0 ? layout : undefined,
  };
}

/** Longest name, in characters, before a number is added. Hosts prepend the name of the server. */
const MAX_LENGTH = 48;
/** Matches the default names of the built-in tools that act on tasks. */
const OF_TASK_TOOLS = /^(?:task_|update_result$)/;
/** A map of at most so many scalars stands on one line. */
const MAX_ON_ONE_LINE = 3;
const LAYOUT = { lineWidth: 100, singleQuote: true } as const;

/** The schema of a manifest, from the folder into which the package is installed. */
const SCHEMA = 'node_modules/temporal-mcp-tasks/docs/mcp-tasks.schema.json';

const HEADER = [
  'It has names and types of what was seen, and no values. Before you serve it, review it:',
  '- tools: remove what models must not start. A model knows only the name and the description.',
  '- description: say what the tool does and when to use it. A model chooses by this.',
  '- annotations: hosts ask before a call because of destructiveHint. Set it to false if the work only',
  '  adds, or write readOnlyHint: true if it changes nothing.',
  '- input: types are as seen, and members that were always there are "required". Say what each',
  '  member means ("description"), and what is allowed (enum, minimum, maxLength).',
  '- arg1, arg2: payloads have no names. Give such arguments names, in "arguments" and in "input".',
  '- results, status, progress and questions to people: docs/existing-workflows.md of the package.',
  'Then run: temporal-mcp-tasks check',
];
const ABOUT_KEYS = 'Seen as well. Remove the "#" of what clients may have:';
const ABOUT_ACTIONS = [
  'Queries, Signals and Updates that were seen. A model may call each action: remove the "#" of what it may',
  'decide. For a decision of a person, write a question (docs/existing-workflows.md).',
];

const ABOUT_ACTIVITIES = [
  'Activities that were seen. Each can be a tool without a Workflow (docs/activities.md): remove its "#".',
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
  /** Further keys, which stand in comments. */
  readonly further: Readonly<Record<string, unknown>>;
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
        id: id !== undefined && hasOwnerAttribute ? id : undefined,
        arguments: layout,
      },
      description: toDraftDescription(type),
      annotations: { destructiveHint: true },
      input,
    },
    comments: withoutUndefined({
      workflow: id === undefined ? undefined : hasOwnerAttribute ? aboutId : registerFirst,
    }),
    further: draftKeys(workflow.interface),
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

/** Writes a value as YAML for a comment: each line begins with a blank. */
function toComment(value: unknown, lead: readonly string[]): string {
  const document = new Document(value);
  style(document);
  const lines = document.toString(LAYOUT).trimEnd().split('\n');
  return [...lead, ...lines].map((line) => ` ${line}`).join('\n');
}

function draftActivities(
  { activities }: Pick<NamespaceSurvey, 'activities'>,
  tools: ReadonlyMap<string, SurveyedWorkflow>,
): ReadonlyMap<string, unknown> {
  const drafts = new Map<string, unknown>();
  for (const activity of activities) {
    const taken = new Map<string, unknown>([...tools, ...drafts]);
    drafts.set(toUnique(toToolName(activity.type), taken), draftActivity(activity));
  }
  return drafts;
}

function draftActions(
  tools: ReadonlyMap<string, SurveyedWorkflow>,
  activities: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
  const actions = new Map<string, unknown>();
  for (const [tool, workflow] of tools) {
    for (const handler of workflow.interface.handlers) {
      const wanted = toToolName(`${tool}_${handler.name}`);
      const taken = new Map<string, unknown>([...tools, ...activities, ...actions]);
      const name = toUnique(wanted, taken);
      actions.set(name, draftAction(workflow, handler));
    }
  }
  return actions;
}

export interface DraftManifest {
  readonly text: string;
  /** The Workflow Types by the names of their tools. */
  readonly tools: ReadonlyMap<string, SurveyedWorkflow>;
}

export interface DraftOptions {
  /** For a comment, as `2026-11-21`. */
  readonly date: string;
  /** The path from the folder of the file to that of `node_modules`. */
  readonly toPackages: string;
}

export function draftManifest(
  survey: Pick<NamespaceSurvey, 'offered' | 'activities' | 'namespace' | 'hasOwnerAttribute'>,
  { date, toPackages }: DraftOptions,
): DraftManifest {
  const { offered, namespace, hasOwnerAttribute } = survey;
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
  for (const [name, { comments, further }] of drafts) {
    const tool = document.getIn(['tools', name], true);
    addComments(tool, comments);
    if (isMap(tool) && Object.keys(further).length > 0) {
      tool.comment = toComment(further, [ABOUT_KEYS]);
    }
  }
  const head = [
    `yaml-language-server: $schema=${toPackages}/${SCHEMA}`,
    `Written by "temporal-mcp-tasks init" on ${date}, from what ran in namespace ${namespace}.`,
    ...HEADER,
  ];
  document.commentBefore = head.map((line) => ` ${line}`).join('\n');
  const activities = draftActivities(survey, tools);
  const list = document.get('tools', true);
  if (activities.size > 0 && isMap(list)) {
    list.comment = toComment(Object.fromEntries(activities), ABOUT_ACTIVITIES);
  }
  const actions = draftActions(tools, activities);
  if (actions.size > 0) {
    const drafted = { actions: Object.fromEntries(actions) };
    document.comment = toComment(drafted, ABOUT_ACTIONS);
  }
  return { text: document.toString(LAYOUT), tools };
}
