import { namesCarried } from '../../core/mapping/call-arguments.js';
import { argumentsRead } from '../../core/mapping/expression.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { withoutMembers } from '../../core/value/members.js';
import { faultsIn, leavesIn, type Written } from '../../definition/leaves.js';
import { type Members, type Place, placeBeforeStart } from '../../definition/roots.js';
import { type Asking, checkApprovers } from '../../definition/tool/access.js';
import { toActivityStart } from '../../definition/tool/activity.js';
import { checkCoverage } from '../../definition/tool/arguments.js';
import { toCancel } from '../../definition/tool/cancel.js';
import { toConfirmation } from '../../definition/tool/confirm.js';
import { toQuestions } from '../../definition/tool/questions.js';
import { checkResult } from '../../definition/tool/result.js';
import { toProgress, toStatus } from '../../definition/tool/source.js';
import { withTaskDefaults } from '../../definition/tool/task.js';
import { toTtl } from '../../definition/tool/ttl.js';
import { toWebhooks } from '../../definition/tool/webhooks.js';
import { toWorkflowStart } from '../../definition/tool/workflow.js';
import { checkWritten, readsIn } from '../compile/check-names.js';
import { fillIn } from '../compile/compile-text.js';
import { formatPath, type LocatedProblem } from '../manifest-error.js';

import { checkActivity } from './check-activity.js';
import { checkAdoption } from './check-adoption.js';
import { checkEvents } from './check-events.js';
import { checkFields } from './check-fields.js';
import { checkStart } from './check-start.js';
import type { CompiledSchemas } from './compiled-schemas.js';
import { toDescription } from './description.js';
import { type ToolSource, toolKeys, type WrittenTool } from './tool-schema.js';

type Path = readonly PropertyKey[];

/** A tool by its keys: its start stands under the key of its kind. */
export function toKeys({ start: { kind, ...start }, ...source }: ToolSource): WrittenTool {
  return { ...withoutMembers(source, 'own'), [kind]: start };
}

/** A tool with every default filled in, group by group. */
export function toToolDefinition(
  name: string,
  tool: ToolSource,
  { inputSchema, input, layout, output }: CompiledSchemas,
): ToolDefinition {
  const { start } = tool;
  const names = Object.keys(inputSchema['properties'] ?? {});
  const isAdopting = start.adopt !== undefined;
  const isWorkflow = start.kind === 'workflow';
  const keys = toKeys(tool);
  const own = fillIn(toolKeys, keys, names);
  const { task, access, confirm } = own;
  return {
    name,
    shown: toDescription(tool, inputSchema),
    start: isWorkflow
      ? toWorkflowStart(own.workflow ?? {}, layout)
      : toActivityStart(own.activity ?? {}, layout),
    work: tool.own?.work,
    input,
    output,
    result: own.result,
    confirm: confirm && toConfirmation(confirm),
    questions: toQuestions(own.questions),
    status: toStatus(own.status),
    progress: toProgress(own.progress),
    // The server sends a message for every call, also for a repeated one. An adopted execution exists only once anyway.
    task: withTaskDefaults(
      isAdopting ? { ...task, joinRepeats: false } : task,
      start.startWith === undefined,
    ),
    ttl: toTtl(own.ttl),
    cancel: toCancel(own.cancel, isWorkflow && !isAdopting),
    // Adopted executions have no memo that names an owner.
    access: isAdopting ? { ...access, approvers: undefined } : access,
    ifClientCannotAsk: own.ifClientCannotAsk,
    showActivityFailures: own.showActivityFailures ?? !isWorkflow,
    webhooks: toWebhooks(own.webhooks),
    leaves: leavesIn(toolKeys, keys, {
      path: [],
      place: placeBeforeStart(name, names, {}),
    }).map((leaf) => ({
      path: leaf.path,
      reads: readsIn([leaf]),
    })),
  };
}

/** What can be named before the start. The server does not know the arguments of adopted executions later. */
function toPlace(
  { name, shown: { inputSchema }, start: { arguments: layout } }: ToolDefinition,
  { start: { adopt }, output, result }: ToolSource,
  claims: Members,
): Place {
  // Without a layout, code lays the arguments out, which cannot be checked.
  const carried = layout === undefined ? 'all' : namesCarried(layout);
  return placeBeforeStart(name, Object.keys(inputSchema['properties'] ?? {}), {
    claims,
    carried: adopt === undefined ? carried : [],
    schemas: { input: inputSchema, result: result?.structured ? undefined : output },
  });
}

/** Reports properties of the input without a use: no argument, message or text before the start takes them. */
function checkLostProperties(
  source: ToolSource,
  written: readonly Written[],
  { path, place }: { readonly path: Path; readonly place: Place },
): LocatedProblem[] {
  const { startWith, arguments: layout, adopt } = source.start;
  if (adopt !== undefined || layout === undefined || typeof layout === 'string') return [];
  if (startWith && typeof (startWith.arguments ?? 'object') === 'string') return [];
  const early = written.filter((leaf) => leaf.place.roots.task === undefined);
  const used = argumentsRead(readsIn(early));
  if (used === 'all') return [];
  // An unknown name may be the misspelt name of a property that seems to be missing.
  if (used.some((name) => !place.input.includes(name))) return [];
  return checkCoverage(layout, place.input, (name) => used.includes(name)).map((fault) => ({
    ...fault,
    path: [...path, 'input', ...fault.path],
  }));
}

function toAsking({ start, confirm, own }: ToolSource): Asking {
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
  const { own } = source;
  const place = toPlace(definition, source, claims);
  const keys = toKeys(source);
  const written = leavesIn(toolKeys, keys, { path, place });
  const faults = faultsIn(toolKeys, keys, { path, place });
  const faulty = faults.map((fault) => formatPath(fault.path));
  return [
    ...checkWritten(written.filter((leaf) => !faulty.includes(formatPath(leaf.path)))),
    ...faults,
    ...checkLostProperties(source, written, { path, place }),
    ...checkFields(source.questions, written, [...path, 'questions']),
    ...checkResult(source.result, source.output !== undefined).map((fault) => ({
      ...fault,
      path: [...path, 'result', ...fault.path],
    })),
    ...checkStart(source, inputSchema, path),
    ...checkAdoption(source, path),
    ...checkActivity(source, path),
    ...checkApprovers(source.access, toAsking(source)).map((fault) => ({
      ...fault,
      path: [...path, 'access', 'approvers', ...fault.path],
    })),
    ...checkEvents(source.webhooks, written, path),
    ...(own?.declared.check({ path: [...path, own.work.kind], place }) ?? []),
  ];
}
