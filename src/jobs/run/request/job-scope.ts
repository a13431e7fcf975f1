import { createHash } from 'node:crypto';

import type { Scope } from '../../../core/mapping/expression.js';
import type { JobCall, JobIds } from '../../contract/job-contract.js';
import type { JobReply } from '../../contract/job-reply.js';

/** The values that texts and expressions of a job can name. */
export interface JobScope extends Scope {
  readonly task: { readonly id: string; readonly token: string };
  /** Empty before the start. */
  readonly job: JobIds;
}

/** A UUID of a text. Services take it as the key of a request, and as an ID or a name. */
function toToken(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  const [first, second] = [hex.slice(0, 8), hex.slice(8, 12)];
  return `${first}-${second}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function toScope({ input, caller, taskId, key }: JobCall, job: JobIds = {}): JobScope {
  return { input, caller, task: { id: taskId, token: toToken(key) }, job };
}

/** Adds the reply of the service. */
export function withReply(scope: JobScope, { body, headers, status }: JobReply): JobScope {
  return { ...scope, body, headers, code: status };
}
