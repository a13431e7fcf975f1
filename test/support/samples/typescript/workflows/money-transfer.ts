/** Money transfer: a withdrawal, a deposit, and a refund if the deposit fails. */
import { proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';
import type { PaymentDetails } from '../shared.js';

const { withdraw, deposit, refund } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 10 },
});

export async function moneyTransfer(details: PaymentDetails): Promise<string> {
  const withdrawal = await withdraw(details);
  try {
    const confirmation = await deposit(details);
    return `Transfer complete (transaction IDs: ${withdrawal}, ${confirmation})`;
  } catch (error) {
    await refund(details);
    throw error;
  }
}
