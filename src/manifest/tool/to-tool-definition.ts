import { namesCarried } from '../../core/mapping/call-arguments.js';
import { argumentsRead } from '../../core/mapping/expression.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { faultsIn, leavesIn, type Written } from '../../definition/leaves.js';
import { type Members, type Place, placeBeforeStart, placeLater } from '../../definition/roots.js';
import { cancel, toCancel } from '../../definition/tool/cancel.js';
import { confirm, toConfirmation } from '../../definition/tool/confirm.js';
import { task, toTask } from '../../definition/tool/task.js';
import { checkWritten, readsIn, textsOfGuard } from '../compile/check-names.js';
import { fillIn } from '../compile/compile-text.js';
import { checkApprovers, toAccess } from '../group/access-group.js';
import { toActivityStart } from '../group/activity-group.js';
import { checkCoverage, checkRepetitions } from '../group/layout.js';
import { textsOfStart } from '../group/start-group.js';
import { toTtl, checkTtl } from '../group/ttl-group.js';
import { checkWebhooks, toWebhooks } from '../group/webhooks.js';
import { toWorkflowStart } from '../group/workflow-group.js';
import type { LocatedProblem } from '../manifest-error.js';
import { checkQuestions, textsOfQuestions, toQuestions } from '../question/question.js';
import {
  checkPlaces,
  textsOfProgress,
  textsOfStatus,
  toDeclaredProgress,
  toDeclaredStatus,
} from '../question/state-message.js';

import { checkActivity } from './check-activity.js';
import { checkAdoption } from './check-adoption.js';
import { checkStart } from './check-start.js';
import type { CompiledSchemas } from './compiled-schemas.js';
import { toDescription } from './description.js';
import { checkResult, textsOfResult, toResultMapping } from './result.js';
import { type ToolSource, toolKeys } from './tool-schema.js';

/** A tool with every default filled in, group by group. */
export function toToolDefinition(
  name: string,
  tool: ToolSource,
  { inputSchema, input, layout, output }: CompiledSchemas,
): ToolDefinition {
  const names = Object.keys(inputSchema['properties'] ?? {});
  const isAdopting = tool.start.adopt !== undefined;
  const isWorkflow = tool.start.kind === 'workflow';
  return {
    name,
    shown: toDescription(tool, inputSchema),
    start:
      tool.start.kind === 'activity'
        ? toActivityStart(tool.start, { layout, names })
        : toWorkflowStart(tool.start, { layout, names }),
    work: tool.own?.work,
    input,
    output,
    result: tool.result && toResultMapping(tool.result, names),
    confirm: tool.confirm && toConfirmation(fillIn(confirm, tool.confirm, names)),
    questions: toQuestions(tool.questions, names),
    status: toDeclaredStatus(tool.status, names),
    progress: toDeclaredProgress(tool.progress, names),
    // The server sends a message for every call, also for a repeated one. An adopted execution exists only once anyway.
    task: toTask(
      fillIn(
        task,
        isAdopting ? { ...tool.task, joinRepeats: undefined } : (tool.task ?? {}),
        names,
      ),
      !isAdopting && !tool.start.startWith,
    ),
    ttl: toTtl(tool.ttl),
    cancel: toCancel(fillIn(cancel, tool.cancel ?? {}, names), isWorkflow && !isAdopting),
    access: toAccess(tool.access, { names, isAdopting }),
    // The default is to refuse: a Workflow would wait forever for an answer that nobody can give.
    ifClientCannotAsk: tool.ifClientCannotAsk ?? 'refuse',
    showActivityFailures: tool.showActivityFailures ?? tool.start.kind === 'activity',
    webhooks: toWebhooks(tool.webhooks),
  };
}

type Path = readonly PropertyKey[];

interface Places {
  readonly before: Place;
  /** While the Workflow runs, and at its end. */
  readonly later: Place;
}

/** Without a layout, code lays the arguments out, which cannot be checked. */
function toPlaces(
  { name, shown, start: { arguments: layout } }: ToolDefinition,
  claims: Members,
  isAdopting: boolean,
): Places {
  const before = placeBeforeStart(name, Object.keys(shown.inputSchema['properties'] ?? {}), claims);
  // The server does not know the arguments of adopted executions.
  if (isAdopting) return { before, later: placeLater(before, []) };
  return { before, later: placeLater(before, layout === undefined ? 'all' : namesCarried(layout)) };
}

/** The texts and expressions of a tool, each with what it can name. */
function textsOfTool(
  source: ToolSource,
  path: Path,
  { before, later }: Places,
): readonly Written[] {
  const { start, access } = source;
  return [
    ...leavesIn(toolKeys, source, { path, place: before }),
    ...textsOfGuard(access?.approvers?.if, [...path, 'access', 'approvers'], before),
    ...textsOfStart(start, [...path, start.kind], before),
    ...textsOfQuestions(source.questions, path, { before, later }),
    ...textsOfStatus(source.status, [...path, 'status'], later),
    ...textsOfProgress(source.progress, [...path, 'progress'], later),
    ...textsOfResult(source.result, path, later),
  ];
}

/** Reports properties of the input without a use: no argument, message or text before the start takes them. */
function checkLostProperties(
  source: ToolSource,
  written: readonly Written[],
  { path, before }: { readonly path: Path; readonly before: Place },
): LocatedProblem[] {
  const { startWith, arguments: layout } = source.start;
  if (layout === undefined || typeof layout === 'string') return [];
  if (startWith && typeof (startWith.arguments ?? 'object') === 'string') return [];
  const used = argumentsRead(readsIn(written.filter(({ place }) => place === before)));
  if (used === 'all') return [];
  // An unknown name may be the misspelt name of a property that seems to be missing.
  if (used.some((name) => !before.input.includes(name))) return [];
  return checkCoverage(layout, before.input, {
    path: [...path, 'input'],
    isUsed: (name) => used.includes(name),
  });
}

function toAsking({ start, confirm, own }: ToolSource): Parameters<typeof checkApprovers>[1] {
  return {
    isAdopting: start.adopt !== undefined,
    confirms: confirm !== undefined,
    ownKind: own?.work.kind,
  };
}

export function checkTool(
  definition: ToolDefinition,
  source: ToolSource,
  { path, claims }: { readonly path: Path; readonly claims: Members },
): LocatedProblem[] {
  const { inputSchema } = definition.shown;
  const { start, ttl, own } = source;
  const input = inputSchema['properties'] ?? {};
  const places = toPlaces(definition, claims, start.adopt !== undefined);
  const texts = textsOfTool(source, path, places);
  return [
    ...checkWritten(texts),
    ...checkRepetitions(start.arguments, Object.keys(input), [...path, start.kind]),
    ...(start.adopt === undefined
      ? checkLostProperties(source, texts, { path, before: places.before })
      : []),
    ...checkResult(source.result, source.output, path),
    ...checkTtl(ttl, [...path, 'ttl']),
    ...faultsIn(toolKeys, source, { path, place: places.before }),
    ...checkQuestions(source.questions, { input, later: places.later }, path),
    ...checkPlaces(source.status, [...path, 'status']),
    ...checkPlaces(source.progress, [...path, 'progress']),
    ...checkStart(source, inputSchema, path),
    ...checkAdoption(source, path),
    ...checkActivity(source, path),
    ...checkApprovers(source.access, toAsking(source), [...path, 'access']),
    ...checkWebhooks(source.webhooks, places.before, path),
    ...(own?.declared.check({ path: [...path, own.work.kind], place: places.before }) ?? []),
  ];
}
