/** Saga: if a step fails, the compensations of earlier steps run from last to first. */
import { log, proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';
import type { OpenAccount } from '../shared.js';

const { createAccount, addAddress, addBankAccount, clearAddress, closeAccount } = proxyActivities<
  typeof activities
>({ startToCloseTimeout: '2s', scheduleToCloseTimeout: '30s' });

export async function openAccount(params: OpenAccount): Promise<void> {
  const compensations: (() => Promise<void>)[] = [];
  try {
    await createAccount(params);
    compensations.unshift(() => closeAccount(params));
    await addAddress(params);
    compensations.unshift(() => clearAddress(params));
    await addBankAccount(params);
  } catch (error) {
    log.warn('Opening the account failed');
    for (const compensate of compensations) await compensate();
    throw error;
  }
}
