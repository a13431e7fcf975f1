/** Rules of adoption by which a row names its owner. */
import { OWNER_PLACEHOLDER } from '../../core/tool/caller-placeholder.js';

const QUOTED_OWNER = `'{${OWNER_PLACEHOLDER}}'`;
const CONDITION = String.raw`(?:\w+|${'`'}\w+${'`'})\s*(?:!=|<>|<=|>=|=|<|>|\sSTARTS_WITH\s)\s*(?:'[^'\\]*'|"[^"\\]*"|[\w.+-]+)`;
const CONJUNCTION = new RegExp(String.raw`^\s*${CONDITION}(?:\s+AND\s+${CONDITION})*\s*$`, 'i');
const OF_OWNER = new RegExp(String.raw`^${'`'}?(\w+)${'`'}?\s*=\s*${QUOTED_OWNER}$`);
/** System attributes that a row shows in another place, or never. */
const SYSTEM_ATTRIBUTE =
  /^(WorkflowId|RunId|WorkflowType|TaskQueue|ExecutionStatus|ExecutionTime|ExecutionDuration|StartTime|CloseTime|History\w+|StateTransitionCount|Parent\w+|Root\w+|Build\w+|Binary\w+|Batcher\w+|Temporal\w+)$/i;

/** A rule that differs between owners only by the owner's name. */
export interface SharedRule {
  /** The search attribute that holds the name. */
  readonly attribute: string;
  /** Visibility query for the executions of all owners. */
  readonly query: string;
}

/**
 * The rule of a query that compares one search attribute with the owner's name, with further conditions joined by
 * AND.
 *
 * @returns `undefined` for any other query: only Temporal can evaluate it, for one owner at a time.
 */
export function readSharedRule(query: string): SharedRule | undefined {
  if (!CONJUNCTION.test(query)) return undefined;
  const conditions = query.match(new RegExp(CONDITION, 'gi')) ?? [];
  const [ofOwner, ...others] = conditions.filter((one) => one.includes(`{${OWNER_PLACEHOLDER}}`));
  const attribute = OF_OWNER.exec(ofOwner ?? '')?.[1];
  if (attribute === undefined || others.length > 0 || SYSTEM_ATTRIBUTE.test(attribute)) {
    return undefined;
  }
  return { attribute, query: query.replace(ofOwner ?? '', () => `${attribute} IS NOT NULL`) };
}
