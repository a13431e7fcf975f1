import type { Violation } from '../../../core/errors.js';
import { layOut } from '../../../core/mapping/argument-layout.js';
import { fillTemplate, soleNameIn } from '../../../core/mapping/argument-template.js';
import { isCallerPlaceholder, readCaller } from '../../../core/mapping/caller-placeholder.js';
import type { Caller } from '../../../core/person/caller.js';
import { invalidArguments } from '../../../core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import {
  ADOPTED_ID_ARGUMENT,
  type ArgumentValue,
  type StartPlan,
} from '../../../core/tool/workflow-start.js';
import { CLIENT_LIMITS, limitText } from '../../../core/value/client-limits.js';
import { toJsonBytes } from '../../../core/value/json-bounds.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { ownMember } from '../../../core/value/members.js';
import { toLine } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';

import { toStartDelayMs } from './start-delay.js';
import { toWorkflowId } from './to-workflow-id.js';

export interface StartInput extends Caller {
  readonly input: Params;
}

/** An argument as part of a text; empty if the call leaves it out. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readNamed(name: string, given: StartInput): unknown {
  return isCallerPlaceholder(name) ? readCaller(name, given) : ownMember(given.input, name);
}

function fillText(template: string, given: StartInput): string {
  return fillTemplate(template, (name) => toText(readNamed(name, given)));
}

/** Fills in a value; `undefined` for a single placeholder whose argument is missing. */
function fillValue(template: ArgumentValue, given: StartInput): unknown {
  const name = soleNameIn(template);
  return name === undefined ? fillText(template, given) : (readNamed(name, given) ?? undefined);
}

function fillRecord(
  templates: Readonly<Record<string, ArgumentValue>>,
  given: StartInput,
): Record<string, unknown> {
  const entries = Object.entries(templates).map(
    ([key, template]) => [key, fillValue(template, given)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Finds values that Temporal would refuse, and names the arguments that they come from. */
function findMisfits(
  templates: Readonly<Record<string, ArgumentValue>>,
  values: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Violation[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (toJsonBytes(value) <= maxBytes) return [];
    const name = soleNameIn(templates[key] ?? '');
    const path = name === undefined ? '' : toJsonPointer([name]);
    return [{ path, message: `is too long for ${key}, which has a limit of ${maxBytes} bytes` }];
  });
}

/**
 * Fills in the start of a call.
 *
 * @throws {TaskError} `invalidArguments` if the arguments give no valid start.
 */
export async function planStart(
  { name: toolName, workflow }: ToolDefinition,
  given: StartInput,
): Promise<StartPlan> {
  if (workflow.adopt !== undefined) return { adopts: String(given.input[ADOPTED_ID_ARGUMENT]) };
  const { startWith, startDelay, searchAttributes = {}, memo = {}, summary, details } = workflow;
  const { idConflictPolicy, idReusePolicy } = workflow;
  const id = workflow.id === undefined ? undefined : toWorkflowId(workflow.id, given);
  const wait =
    startDelay === undefined ? undefined : toStartDelayMs(startDelay, given.input, Date.now());
  const attributeValues = fillRecord(searchAttributes, given);
  const memoValues = fillRecord(memo, given);
  const laidOut = startWith && (await layOut(startWith.layout, given.input, given));
  const violations = [
    ...(id?.violations ?? []),
    ...(wait?.violations ?? []),
    ...(laidOut?.ok === false ? laidOut.violations : []),
    ...findMisfits(searchAttributes, attributeValues, CLIENT_LIMITS.searchAttribute.most),
    ...findMisfits(memo, memoValues, CLIENT_LIMITS.memo.most),
  ];
  if (violations.length > 0) throw invalidArguments(toolName, violations);
  return {
    ...(id && { ownId: { workflowId: id.workflowId, idConflictPolicy, idReusePolicy } }),
    ...(startWith &&
      laidOut?.ok === true && {
        message: { kind: startWith.kind, name: startWith.name, args: laidOut.workflowArguments },
      }),
    ...(wait && wait.delayMs > 0 && { delayMs: wait.delayMs }),
    ...(Object.keys(attributeValues).length > 0 && { searchAttributes: attributeValues }),
    ...(Object.keys(memoValues).length > 0 && { memo: memoValues }),
    ...(summary !== undefined && {
      summary: toLine(fillText(summary, given), CLIENT_LIMITS.summary.most),
    }),
    ...(details !== undefined && {
      details: limitText('details', fillText(details, given)),
    }),
  };
}
