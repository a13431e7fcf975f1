import { IdPattern } from '../../core/survey/id-pattern.js';
import { looksLikeData } from '../../core/survey/looks-like-data.js';
import { ANY_TASK_ID_PREFIX } from '../../core/task/task-id.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

import type { Finding } from './finding.js';
import type { RecentExecution, RecordedStart } from './recorded-starts.js';

/** Minimum number of IDs whose common beginning counts as a pattern. */
const MIN_IDS = 3;
const RANDOM = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}/i;
const BEGINNING = /^\p{L}[\p{L}_]*[-_/:.]/u;

/** Returns the word that all IDs begin with; `undefined` if there is none, or if a random part follows it. */
function sharedBeginning(ids: readonly string[]): string | undefined {
  const [beginning] = BEGINNING.exec(ids[0] ?? '') ?? [];
  if (beginning === undefined || ids.length < MIN_IDS) return undefined;
  const isShared = ids.every(
    (id) => id.startsWith(beginning) && !RANDOM.test(id.slice(beginning.length)),
  );
  return isShared && !looksLikeData(beginning.slice(0, -1)) ? beginning : undefined;
}

/** Returns the text of a template before its first placeholder. */
function literalOf(template: string): string {
  return template.split('{')[0] ?? '';
}

/**
 * Warns of a tool whose Workflow IDs differ from the pattern of other starts of its Workflow. The tool has no `id`, or
 * an `id` with another beginning. Other clients may count on one execution for each ID.
 */
export function inspectIds(
  { name, workflowType, start }: ToolDefinition,
  {
    executions,
    starts,
  }: { readonly executions: readonly RecentExecution[]; readonly starts: readonly RecordedStart[] },
): Finding[] {
  if (start?.adopts !== undefined) return [];
  const isOfOthers = ({ workflowId, isChild, hasEndedBadly }: RecentExecution): boolean =>
    !isChild && !hasEndedBadly && !workflowId.startsWith(ANY_TASK_ID_PREFIX);
  const pattern = new IdPattern();
  for (const one of starts.filter(isOfOthers)) pattern.add(one.workflowId, one.arguments);
  const ids = [...new Set(executions.filter(isOfOthers).map(({ workflowId }) => workflowId))];
  const beginning = sharedBeginning(ids);
  const shown = pattern.template ?? (beginning && `${beginning}…`);
  if (shown === undefined) return [];
  const own = start?.workflowId?.template;
  if (own !== undefined) {
    if (literalOf(own) === (beginning ?? literalOf(shown))) return [];
    const message = `Workflow IDs of ${workflowType} are "${shown}" wherever it was seen, and those of this tool "${own}": a call would not meet what runs under the other ID. Write "id: ${shown}", unless that is meant.`;
    return [{ level: 'warning', tool: name, path: ['tools', name, 'workflow', 'id'], message }];
  }
  const message = `Workflow IDs of ${workflowType} are "${shown}" wherever it was seen, and this tool makes random ones: a second call for the same would run beside the first. Write "id: ${pattern.template ?? `${beginning ?? ''}{…}`}" under "workflow", with an argument of the tool, unless that is meant.`;
  return [{ level: 'warning', tool: name, path: ['tools', name], message }];
}
