import type { Choice } from '../../core/survey/choose-workflows.js';
import type { NamespaceSurvey } from '../../core/survey/namespace-survey.js';
import type { MessageKind } from '../../core/task/task-message.js';
import { toLine } from '../../core/value/quote.js';

import type { DraftManifest, NamedWorkflow } from './draft-manifest.js';
import { chooseTaskQueue, count, toLanguages } from './draft-tool.js';

const MAX_NAME_LENGTH = 100;

const PLURALS: Record<MessageKind, string> = {
  query: 'Queries',
  signal: 'Signals',
  update: 'Updates',
};

function toNames(kind: MessageKind, { workflow }: NamedWorkflow): string {
  const names = workflow.messages.filter((message) => message.kind === kind);
  if (names.length === 0) return '';
  return `${PLURALS[kind]} ${names.map(({ name }) => toLine(name, MAX_NAME_LENGTH)).join(', ')}`;
}

function describeOffered(named: NamedWorkflow): string[] {
  const { workflow, tool } = named;
  const taskQueue = chooseTaskQueue(workflow);
  const { pollers = 0 } = workflow.taskQueues.find(({ name }) => name === taskQueue) ?? {};
  const languages = toLanguages(workflow);
  const workers = `${count(pollers, 'Worker')}${languages === '' ? '' : `, ${languages}`}`;
  const asComments = [toNames('signal', named), toNames('update', named)].filter(Boolean);
  const more = [
    toNames('query', named),
    ...(asComments.length > 0 ? [`as comments: ${asComments.join('; ')}`] : []),
    ...(workflow.unnamed > 0
      ? [`left out: ${count(workflow.unnamed, 'message')} whose names look like data`]
      : []),
  ].filter(Boolean);
  return [
    `offered   ${toLine(workflow.type, MAX_NAME_LENGTH)} as ${tool}: ${count(workflow.executions, 'execution')} read; Task Queue ${taskQueue} (${workers})`,
    ...more.map((line) => `          ${line}`),
    ...(workflow.hasDefinition
      ? []
      : ['          no Worker has said which handlers it has: Queries and Signals are left out']),
  ];
}

function describeLeftOut({ leftOut }: Choice): string[] {
  return leftOut.map(({ type, reason }) => `left out  ${toLine(type, MAX_NAME_LENGTH)}: ${reason}`);
}

function describeRest({ hasMore }: NamespaceSurvey): string[] {
  if (!hasMore) return [];
  return [
    'There are more Workflow Types than are read at once: name those that you want with --workflow, or a --task-queue.',
  ];
}

/** Describes the found and written parts, and the omitted parts with reasons, by line. */
export function describeDraft(
  survey: NamespaceSurvey,
  choice: Choice,
  { workflows }: DraftManifest,
): string[] {
  return [
    `Namespace ${survey.namespace}: ${count(survey.workflows.length, 'Workflow Type')} in what ran lately.`,
    ...workflows.flatMap(describeOffered),
    ...describeLeftOut(choice),
    ...describeRest(survey),
  ];
}

/** Describes why nothing was written, with advice, by line. */
export function describeEmpty(
  survey: NamespaceSurvey,
  choice: Choice,
  { workflow, taskQueue }: { readonly workflow?: string[]; readonly taskQueue?: string[] },
): string[] {
  const { namespace } = survey;
  if (choice.leftOut.length > 0) {
    return [
      `Namespace ${namespace}: nothing was written, since none of its Workflow Types can be offered as it is.`,
      ...describeLeftOut(choice),
      ...describeRest(survey),
    ];
  }
  const wanted = [
    ...(workflow ? [`of ${workflow.join(', ')}`] : []),
    ...(taskQueue ? [`on Task Queue ${taskQueue.join(', ')}`] : []),
  ].join(' ');
  return [
    `Namespace ${namespace}: nothing was written, since no execution ${wanted === '' ? 'was' : `${wanted} was`} found.`,
    'Closed executions are kept for the retention of the namespace. Start one, wait a second, and run this again; or name another --namespace or --address.',
  ];
}
