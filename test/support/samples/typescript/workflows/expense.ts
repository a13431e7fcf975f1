/** Approval: an expense waits for one of two Signals, for the time that its caller sets. */
import type { Duration } from '@temporalio/common';
import {
  condition,
  defineQuery,
  defineSignal,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';

import type * as activities from '../activities.js';

export const approveSignal = defineSignal('approve');
export const rejectSignal = defineSignal('reject');
export const statusQuery = defineQuery<string>('status');

const { payment } = proxyActivities<typeof activities>({ startToCloseTimeout: '5 minutes' });

export async function expense(
  expenseId: string,
  timeout: Duration = '10 days',
): Promise<{ status: string }> {
  let status = 'CREATED';
  setHandler(approveSignal, () => {
    status = 'APPROVED';
  });
  setHandler(rejectSignal, () => {
    status = 'REJECTED';
  });
  setHandler(statusQuery, () => status);
  if (!(await condition(() => status !== 'CREATED', timeout))) status = 'TIMED_OUT';
  if (status !== 'APPROVED') return { status };
  await payment(expenseId);
  return { status: 'COMPLETED' };
}
