import * as z from 'zod';

import type { OwnWork } from '../../core/tool/own-work.js';
import { isRecord } from '../../core/value/is-record.js';
import { withoutUndefined } from '../../core/value/members.js';
import { choice, key } from '../../definition/keys.js';
import { defaulting } from '../../definition/leaves.js';
import { access } from '../../definition/tool/access.js';
import { activity, activityDefaults, type ActivitySource } from '../../definition/tool/activity.js';
import { cancel } from '../../definition/tool/cancel.js';
import { confirm } from '../../definition/tool/confirm.js';
import { questions } from '../../definition/tool/questions.js';
import { result } from '../../definition/tool/result.js';
import { progress, status } from '../../definition/tool/source.js';
import { task } from '../../definition/tool/task.js';
import { ttl } from '../../definition/tool/ttl.js';
import { webhooks } from '../../definition/tool/webhooks.js';
import {
  isKeyOfKinds,
  KEYS_OF_STARTS,
  workflow,
  workflowDefaults,
  type WorkflowKeys,
} from '../../definition/tool/workflow.js';
import { argumentsSchema, valueSchema } from '../group/json-schema.js';

import { descriptionShape } from './description.js';
import type { DeclaredWork, WorkOfTool } from './tool-kind.js';

/** The keys of a tool of any kind. */
export const toolKeys = z.strictObject({
  workflow: key(workflow, 'The Workflow Type, or more about the start.'),
  activity: key(
    activity,
    'Experimental: a Standalone Activity, instead of a Workflow: its type, Task Queue and time limits.',
  ),
  ...descriptionShape,
  input: key(argumentsSchema, 'JSON Schema of the arguments. Default: no arguments.'),
  output: key(valueSchema, 'JSON Schema of the result, of any type. Default: anything, as text.'),
  result: key(
    result,
    'The mapping of what the Workflow returns: structured (an expression), text, a resource, misfit. Default: as it is.',
  ),
  confirm: key(
    confirm,
    'The text that a person has to confirm before the start, "Delete {filename}?", alone or with a guard.',
  ),
  questions: key(
    questions,
    'Questions for people, by name: before the start, or when the Workflow waits.',
  ),
  status: key(
    status,
    'Where the server reads the status message: one place or several; the first with a value counts.',
  ),
  progress: key(progress, 'Where the server reads the progress: one place, or several.'),
  task: defaulting(
    task,
    {},
    'Calls as a task: optional (default), required or forbidden; or an object with more settings.',
  ),
  ttl: defaulting(ttl, {}, 'For how long a task can be read: a duration, or more about it.'),
  cancel: defaulting(cancel, {}, 'How and when its Workflows are cancelled.'),
  access: defaulting(access, {}, 'Who may see and call it, and answer questions.'),
  // A Workflow would wait forever for an answer that nobody can give.
  ifClientCannotAsk: choice(
    ['refuse', 'wait'],
    'A question that the client of the call cannot show: the server refuses it, or it waits for another client.',
  ),
  showActivityFailures: key(
    z.boolean(),
    'true: status messages and the page of a task quote failures of Activities. Default: false, and true for a tool with activity.',
  ),
  webhooks: key(
    webhooks,
    'Endpoints that get the events of ended tasks and of questions, for all owners.',
  ),
});

/** Checks that a tool has one kind: a Workflow Type, an Activity Type, or the key of a kind. */
export function checkKind(
  tool: Pick<WrittenTool, 'workflow' | 'activity'>,
  kinds: readonly string[],
  context: z.RefinementCtx,
): void {
  const { workflow, activity } = tool;
  const [kind, other] = kinds.filter((name) => Reflect.get(tool, name) !== undefined);
  const report = (message: string, ...path: string[]): void => {
    context.addIssue({ code: 'custom', message, path });
  };
  const isMissing = { code: 'invalid_type', expected: 'string', input: undefined } as const;
  if (activity !== undefined) {
    const second = workflow === undefined ? kind : 'workflow';
    if (second !== undefined)
      report(`A tool has one kind: leave activity or ${second} out.`, second);
    if (isRecord(activity) && activity.type === undefined)
      context.addIssue({ ...isMissing, path: ['activity', 'type'] });
    return;
  }
  if (kind === undefined) {
    if (workflow === undefined) context.addIssue({ ...isMissing, path: ['workflow'] });
    else if (isRecord(workflow) && workflow.type === undefined)
      context.addIssue({ ...isMissing, path: ['workflow', 'type'] });
    return;
  }
  if (other !== undefined) report(`A tool has one kind: leave ${kind} or ${other} out.`, other);
  for (const name of Object.keys(isRecord(workflow) ? workflow : {})) {
    if (isKeyOfKinds(name)) continue;
    report(
      `A tool with a "${kind}" has a Workflow of this package: leave ${name} out.`,
      'workflow',
      name,
    );
  }
}

export const defaultsSchema = toolKeys.extend({
  workflow: key(workflowDefaults, 'How executions are started.'),
  activity: key(activityDefaults, 'How Standalone Activities are started.'),
});

/** One of `tools` as it was written, with durations in milliseconds. */
export type WrittenTool = z.output<typeof toolKeys>;
/** The start of a tool. Its kind is the key that it stands under. */
export type StartSource =
  (WorkflowKeys & { readonly kind: 'workflow' }) | (ActivitySource & { readonly kind: 'activity' });

/** One of `tools` with its start. */
export type ToolSource = Omit<WrittenTool, 'workflow' | 'activity'> & {
  readonly start: StartSource;
  /** Absent: the tasks are Workflows of users. */
  readonly own?: { readonly declared: DeclaredWork; readonly work: OwnWork } | undefined;
};
/** `defaults`, with durations in milliseconds. */
export type DefaultsSource = z.output<typeof defaultsSchema>;
/** `defaults` before parsing. */
export type DefaultsInput = z.input<typeof defaultsSchema>;

/** Groups of which a tool takes each key that it lacks. Of other keys, it takes the whole value. */
const GROUPS: readonly PropertyKey[] = ['workflow', 'activity', 'task', 'ttl', 'cancel', 'access'];

/** Keys about an ID of the tool's own. */
const ID_POLICIES = ['idConflictPolicy', 'idReusePolicy'] as const;

/** Merges a group of a tool with the same group of `defaults`. The tool's keys win. */
function mergeGroup<Group extends object>(
  common: { readonly [Key in keyof Group]?: Group[Key] | undefined } | undefined,
  own: Group | undefined,
): Group {
  return { ...common, ...withoutUndefined(own ?? {}) } as Group;
}

function without<Group extends object>(
  group: Group | undefined,
  keys: readonly (keyof Group)[],
): Partial<Group> {
  return Object.fromEntries(
    Object.entries(group ?? {}).filter(([key]) => !keys.includes(key as keyof Group)),
  ) as Partial<Group>;
}

/** Returns a tool with its start: an Activity, the Workflow of its kind, or its own. */
export function withStart(
  written: WrittenTool,
  declared: DeclaredWork | undefined,
  of: WorkOfTool,
): ToolSource {
  const { workflow, activity, cancel, ...others } = written;
  if (activity) {
    return {
      ...others,
      cancel,
      start: { ...activity, type: activity.type ?? '', kind: 'activity' },
    };
  }
  if (!declared)
    return {
      ...others,
      cancel,
      start: { ...workflow, type: workflow?.type ?? '', kind: 'workflow' },
    };
  return {
    ...others,
    own: { declared, work: declared.toWork(of) },
    start: { ...workflow, ...declared.toStart(of), kind: 'workflow' },
    status: written.status ?? declared.status,
    cancel: { signal: null, ...cancel },
  };
}

/** The defaults that fit a tool with `adopt`: it starts nothing, and its executions have no memo of the server. */
function forAdoption(defaults: DefaultsSource): DefaultsSource {
  const { workflow, task, cancel, access, ...others } = defaults;
  return {
    ...without(others, ['input', 'confirm', 'webhooks']),
    workflow: without(workflow, [...KEYS_OF_STARTS, ...ID_POLICIES]),
    task: without(task, ['idempotencyKey']),
    // Workflows of others may not handle this Signal, so only the tool itself can name one.
    cancel: without(cancel, ['signal']),
    access: without(access, ['approvers']),
  };
}

/** The defaults that fit a tool with an Activity, which gets no Signal and asks no questions. */
function forActivities(defaults: DefaultsSource): DefaultsSource {
  return {
    ...defaults,
    cancel: without(defaults.cancel, ['signal']),
    access: without(defaults.access, ['approvers']),
  };
}

/** The defaults of the start that fit a tool of a kind. */
function forKinds({ workflow = {} }: DefaultsSource): Partial<WorkflowKeys> {
  return Object.fromEntries(Object.entries(workflow).filter(([name]) => isKeyOfKinds(name)));
}

function fitDefaults(defaults: DefaultsSource, own: ToolSource): DefaultsSource {
  if (own.start.adopt !== undefined) return forAdoption(defaults);
  const decidesItself = own.task?.support !== undefined && own.task.support !== 'optional';
  const fitting = own.start.kind === 'activity' ? forActivities(defaults) : defaults;
  return {
    ...fitting,
    workflow: own.own ? forKinds(defaults) : defaults.workflow,
    task: decidesItself ? without(defaults.task, ['becomesTaskAfter']) : defaults.task,
  };
}

/** Merges the start of a tool with the defaults of its kind. Policies need an ID. */
function mergeStart(own: StartSource, defaults: DefaultsSource): StartSource {
  const { [own.kind]: common = {} } = defaults;
  const hasId = own.id !== undefined || common.id !== undefined;
  return mergeGroup<StartSource>(hasId ? common : without(common, ID_POLICIES), own);
}

/** Fills in what a tool leaves to the `defaults` of its file. */
export function applyDefaults(own: ToolSource, defaults: DefaultsSource): ToolSource {
  const fitting = fitDefaults(defaults, own);
  return {
    ...without(fitting, ['workflow', 'activity']),
    ...withoutUndefined(own),
    start: mergeStart(own.start, fitting),
    task: mergeGroup(fitting.task, own.task),
    ttl: mergeGroup(fitting.ttl, own.ttl),
    cancel: mergeGroup(fitting.cancel, own.cancel),
    access: mergeGroup(fitting.access, own.access),
  };
}

export function isFromDefaults(
  own: WrittenTool | undefined,
  defaults: DefaultsSource | undefined,
  [key, member]: readonly PropertyKey[],
): boolean {
  const has = (value: object | undefined, name: PropertyKey | undefined): boolean =>
    name !== undefined && Reflect.get(value ?? {}, name) !== undefined;
  if (key === undefined || !has(defaults, key)) return false;
  if (!GROUPS.includes(key)) return !has(own, key);
  const inGroup = (source: object | undefined): boolean =>
    has(Reflect.get(source ?? {}, key) as object | undefined, member);
  return inGroup(defaults) && !inGroup(own);
}
