/** Names that Temporal, its SDKs and this package reserve. */
import { KEEPER_WORKFLOW_TYPE } from '../core/question/deadline-keeper.js';
import { GRACE_WORKFLOW_TYPE } from '../core/task/termination-grace.js';
import { NOTIFIER_WORKFLOW_TYPE } from '../core/webhook/notifier.js';
import { JOB_WORKFLOW_TYPE } from '../jobs/contract/job-contract.js';

const OF_TEMPORAL = /^(?:__|temporal-sys-)/;
const OF_CONTRACT = 'mcp.';

export function isInternalType(name: string): boolean {
  const own: readonly string[] = [
    GRACE_WORKFLOW_TYPE,
    JOB_WORKFLOW_TYPE,
    KEEPER_WORKFLOW_TYPE,
    NOTIFIER_WORKFLOW_TYPE,
  ];
  return own.includes(name) || OF_TEMPORAL.test(name);
}

/** Returns true for an internal memo key. */
export function isInternalName(name: string): boolean {
  return OF_TEMPORAL.test(name) || name.startsWith(OF_CONTRACT);
}
