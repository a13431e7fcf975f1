/** Names that Temporal, its SDKs and this package reserve. */
import { COMPANION_WORKFLOW_TYPE } from '../core/companion/companion.js';
import { JOB_WORKFLOW_TYPE } from '../jobs/contract/job-contract.js';

const OF_TEMPORAL = /^(?:__|temporal-sys-)/;
const OF_CONTRACT = 'mcp.';

export function isInternalType(name: string): boolean {
  const own: readonly string[] = [COMPANION_WORKFLOW_TYPE, JOB_WORKFLOW_TYPE];
  return own.includes(name) || OF_TEMPORAL.test(name);
}

/** Returns true for an internal memo key. */
export function isInternalName(name: string): boolean {
  return OF_TEMPORAL.test(name) || name.startsWith(OF_CONTRACT);
}
