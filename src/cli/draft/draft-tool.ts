import type { SeenMessage, WorkflowRecord } from '../../core/survey/workflow-record.js';
import { findIdTemplateFaults } from '../../core/task/own-workflow-id.js';
import { placeholdersIn } from '../../core/tool/argument-template.js';
import { toLine } from '../../core/value/quote.js';

import { type DraftArguments, draftArguments, draftOutput } from './draft-arguments.js';
import type { Draft } from './draft-node.js';
import { draftProgress } from './draft-progress.js';

/** Longest name in a comment, in characters. */
const MAX_NAME_LENGTH = 100;

/** Comment about arguments by position. */
const NAMELESS = 'Payloads have no names: give the arguments names, here and in "arguments".';

const SDK_LANGUAGES: Readonly<Record<string, string>> = {
  'temporal-typescript': 'TypeScript',
  'temporal-python': 'Python',
  'temporal-go': 'Go',
  'temporal-java': 'Java',
};

function toNames(names: Iterable<string>): string {
  return [...names].map((name) => toLine(name, MAX_NAME_LENGTH)).join(', ');
}

/** `3 executions`, `1 execution`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Names the languages of the Workers that have run the Workflow Type; empty if they are not recorded. */
export function toLanguages({ sdks }: WorkflowRecord): string {
  return toNames([...sdks].map((sdk) => SDK_LANGUAGES[sdk] ?? sdk));
}

/** Chooses the Task Queue for starts of a Workflow Type: the latest with Workers, otherwise the latest. */
export function chooseTaskQueue({ taskQueues }: WorkflowRecord): string {
  return (taskQueues.find(({ pollers }) => pollers > 0) ?? taskQueues[0])?.name ?? '';
}

function describeOrigin({
  scheduled,
  crons,
  children,
  executions,
  tools,
}: WorkflowRecord): string[] {
  const lines: string[] = [];
  if (scheduled > 0) {
    lines.push(
      `A Schedule has started ${scheduled} of them: may a model start it too? What a Schedule starts, "adopt" makes tasks of.`,
    );
  }
  if (crons > 0) lines.push(`${crons} of them ran by a cron expression: may a model start it too?`);
  if (children > 0) {
    lines.push(`Other Workflows have started ${children} of ${executions}, as their children.`);
  }
  if (tools.size > 0) lines.push(`It is offered already, by the tool ${toNames(tools)}.`);
  return lines;
}

function describeWorkflow(workflow: WorkflowRecord): string[] {
  const { type, executions, open, taskQueues } = workflow;
  const languages = toLanguages(workflow);
  const others = taskQueues.filter(({ name }) => name !== chooseTaskQueue(workflow));
  const ran = others.map(
    ({ name, pollers }) => `${name} (${pollers === 0 ? 'nobody polls' : count(pollers, 'Worker')})`,
  );
  return [
    `${toLine(type, MAX_NAME_LENGTH)}${languages === '' ? '' : ` (${languages})`}: ${count(executions, 'execution')} looked at, ${open} open.`,
    ...describeOrigin(workflow),
    ...(ran.length > 0 ? [`It ran on other Task Queues too: ${toNames(ran)}.`] : []),
  ];
}

function describeInput({ starts }: WorkflowRecord, isPositional: boolean): string[] {
  return [
    `What ${count(starts.count, 'start')} had.${starts.count < 3 ? ' That is little to go by.' : ''}`,
    ...(isPositional ? [NAMELESS] : []),
  ];
}

function describeResults(workflow: WorkflowRecord, hasOutput: boolean): string[] {
  const { results } = workflow;
  if (hasOutput) {
    return [
      `What ${count(results.count, 'result')} had. A result that does not fit makes its task fail: keep it wide.`,
    ];
  }
  const [encoding] = results.unreadable;
  if (encoding !== undefined) return [`No "output": its results are no JSON (${encoding}).`];
  if (results.count === 0) return ['No "output": none has completed yet.'];
  return [];
}

/** Names places that may show the Workflow's state, for `status` and `questions`. */
function describeState({ memo, searchAttributes, hasCurrentDetails }: WorkflowRecord): string[] {
  const places = [
    ...(memo.size > 0 ? [`memo ${toNames(memo)}`] : []),
    ...(searchAttributes.size > 0 ? [`Search Attributes ${toNames(searchAttributes)}`] : []),
    ...(hasCurrentDetails ? ['current details'] : []),
  ];
  if (places.length === 0) return [];
  return [`How it stands may show in: ${places.join('; ')}. See "status" and "questions".`];
}

/** Drafts the `id` of a tool's `workflow`, if all recorded IDs follow a pattern of required arguments. */
function draftWorkflowId(
  { ids: { template } }: WorkflowRecord,
  input: DraftArguments['input'],
): string | undefined {
  if (template === undefined || findIdTemplateFaults(template).length > 0) return undefined;
  const required = input?.['required'];
  const isFilled = placeholdersIn(template).every(
    (name) => Array.isArray(required) && required.includes(name),
  );
  return isFilled ? template : undefined;
}

/** Describes the pattern of Workflow IDs. The key `id` is a comment while the namespace lacks the Search Attribute. */
function describeIds(workflowId: string | undefined, hasOwnerAttribute: boolean): string[] {
  if (workflowId === undefined) return [];
  const seen =
    'All Workflow IDs that were seen are made so: a second call for the same is no second task.';
  if (hasOwnerAttribute) return [seen];
  return [
    `${seen} It takes the Search Attribute McpOwner of type Keyword in the namespace, and here:`,
    `id: '${workflowId}'`,
  ];
}

/**
 * Drafts a tool for a Workflow Type.
 *
 * @param hasOwnerAttribute True if the namespace has the Search Attribute that a tool with Workflow IDs of its own
 * needs.
 */
export function draftTool(workflow: WorkflowRecord, hasOwnerAttribute: boolean): Draft {
  const { input, arguments: layout } = draftArguments(workflow.starts);
  const workflowId = draftWorkflowId(workflow, input);
  const aboutIds = describeIds(workflowId, hasOwnerAttribute);
  const { progress, comments: aboutHeartbeats } = draftProgress(workflow);
  const output = draftOutput(workflow.results);
  const ofState = [...describeResults(workflow, false), ...describeState(workflow)];
  return {
    value: {
      workflow: {
        type: workflow.type,
        taskQueue: chooseTaskQueue(workflow),
        ...(workflowId !== undefined && hasOwnerAttribute && { id: workflowId }),
        ...(layout && { arguments: layout }),
      },
      description: `Runs the workflow ${toLine(workflow.type, MAX_NAME_LENGTH)}.`,
      annotations: { destructiveHint: true },
      ...(progress && { progress }),
      ...(input && { input }),
      ...(output && { output }),
    },
    comments: {
      '': describeWorkflow(workflow),
      workflow: [...(output ? [] : ofState), ...(hasOwnerAttribute ? aboutIds : [])],
      ...(progress && { progress: aboutHeartbeats }),
      description: [
        ...(progress ? [] : aboutHeartbeats),
        'TODO: say what it does and when to use it. A model chooses by this.',
      ],
      annotations: [
        'TODO: readOnlyHint: true if it changes nothing, destructiveHint: false if it only adds.',
      ],
      ...(input && { input: describeInput(workflow, layout !== undefined) }),
      ...(output && {
        output: [...describeResults(workflow, true), ...describeState(workflow)],
      }),
    },
    ...(!hasOwnerAttribute && { endings: { workflow: aboutIds } }),
  };
}

const DEFAULT_DESCRIPTIONS = {
  query: (name: string) => `Asks the workflow of a task for ${name}.`,
  signal: (name: string) => `Sends ${name} to the workflow of a task.`,
  update: (name: string) => `Sends ${name} to the workflow of a task, and returns what it answers.`,
} as const;

/** Describes the arguments, in a comment of their own. */
function describeSent({ kind, sent }: SeenMessage, isPositional: boolean): string[] {
  const [encoding] = sent.unreadable;
  if (kind === 'query') {
    return ['Temporal keeps no arguments of Queries: write them, if it takes any.'];
  }
  if (encoding !== undefined) return [`What was sent is no JSON (${encoding}).`];
  if (sent.count === 0) {
    return ['It was not sent to what was looked at: write its "input", if it takes any.'];
  }
  if (sent.positions.length === 0) return [];
  return [`What ${count(sent.count, 'message')} had.`, ...(isPositional ? [NAMELESS] : [])];
}

/** A message of a Workflow Type as an action. */
export function draftAction(workflowType: string, message: SeenMessage): Draft {
  const { kind, name, description, sent } = message;
  const { input, arguments: layout } = draftArguments(sent);
  const output = kind === 'update' ? draftOutput(message.results) : undefined;
  return {
    value: {
      workflow: workflowType,
      [kind]: name,
      description: description ?? DEFAULT_DESCRIPTIONS[kind](name),
      ...(kind !== 'query' && { annotations: { destructiveHint: true } }),
      ...(input && { input }),
      ...(input && layout && { arguments: layout }),
      ...(output && { output }),
    },
    comments: {
      '': [
        ...(message.isDeclared ? [] : ['No Worker has said that it has a handler for it.']),
        ...describeSent(message, layout !== undefined),
      ],
    },
  };
}
