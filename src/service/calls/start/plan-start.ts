import type { Violation } from '../../../core/errors.js';
import { layOut } from '../../../core/mapping/argument-layout.js';
import { INPUT, type Scope } from '../../../core/mapping/expression.js';
import { fillText, fillValue, soleExpression, type Text } from '../../../core/mapping/text.js';
import { invalidArguments } from '../../../core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { ADOPTED_ID_ARGUMENT, type StartPlan } from '../../../core/tool/workflow-start.js';
import { CLIENT_LIMITS, limitText } from '../../../core/value/client-limits.js';
import { toJsonBytes } from '../../../core/value/json-bounds.js';
import { toLine } from '../../../core/value/quote.js';
import type { Params } from '../../../core/value/request-params.js';

import { pathOfArgument } from './path-of-argument.js';
import { toStartDelayMs } from './start-delay.js';
import { toWorkflowId } from './to-workflow-id.js';

async function fillRecord(
  texts: Readonly<Record<string, Text>>,
  scope: Scope,
): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    Object.entries(texts).map(async ([key, text]) => [key, await fillValue(text, scope)] as const),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The place of the argument that fills a text; `''` for a text of several parts. */
function pathOf(text: Text | undefined): string {
  return pathOfArgument((text && soleExpression(text)) ?? {});
}

/** Finds values that Temporal would refuse, and names the arguments that they come from. */
function findMisfits(
  texts: Readonly<Record<string, Text>>,
  values: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Violation[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (toJsonBytes(value) <= maxBytes) return [];
    return [
      {
        path: pathOf(texts[key]),
        message: `is too long for ${key}, which has a limit of ${maxBytes} bytes`,
      },
    ];
  });
}

/**
 * Fills in the start of a call.
 *
 * @param scope The arguments of the call, and its caller.
 * @throws {TaskError} `invalidArguments` if the arguments give no valid start.
 */
export async function planStart(
  { name: toolName, workflow }: ToolDefinition,
  scope: Scope,
): Promise<StartPlan> {
  if (workflow.adopt !== undefined) {
    const input = scope[INPUT] as Params;
    return { adopts: String(input[ADOPTED_ID_ARGUMENT]) };
  }
  const { startWith, startDelay, searchAttributes = {}, memo = {}, summary, details } = workflow;
  const { idConflictPolicy, idReusePolicy } = workflow;
  const id = workflow.id && (await toWorkflowId(workflow.id, scope));
  const wait =
    startDelay === undefined ? undefined : await toStartDelayMs(startDelay, scope, Date.now());
  const attributeValues = await fillRecord(searchAttributes, scope);
  const memoValues = await fillRecord(memo, scope);
  const summaryText = summary && (await fillText(summary, scope));
  const detailsText = details && (await fillText(details, scope));
  const laidOut = startWith && (await layOut(startWith.layout, scope));
  const violations = [
    ...(id?.violations ?? []),
    ...(wait?.violations ?? []),
    ...(laidOut?.ok === false ? laidOut.violations : []),
    ...findMisfits(searchAttributes, attributeValues, CLIENT_LIMITS.searchAttribute.most),
    ...findMisfits(memo, memoValues, CLIENT_LIMITS.memo.most),
  ];
  if (violations.length > 0) throw invalidArguments(toolName, violations);
  return {
    ownId: id && { workflowId: id.workflowId, idConflictPolicy, idReusePolicy },
    message:
      startWith && laidOut?.ok === true
        ? { kind: startWith.kind, name: startWith.name, args: laidOut.workflowArguments }
        : undefined,
    delayMs: wait && wait.delayMs > 0 ? wait.delayMs : undefined,
    searchAttributes:
      Object.keys(attributeValues).length > 0
        ? Object.fromEntries(
            Object.entries(attributeValues).map(
              ([name, value]) => [name, { value, path: pathOf(searchAttributes[name]) }] as const,
            ),
          )
        : undefined,
    memo: Object.keys(memoValues).length > 0 ? memoValues : undefined,
    summary:
      summaryText === undefined ? undefined : toLine(summaryText, CLIENT_LIMITS.summary.most),
    details: detailsText === undefined ? undefined : limitText('details', detailsText),
  };
}
