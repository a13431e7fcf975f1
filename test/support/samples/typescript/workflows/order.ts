/** Early return: an Update answers as soon as the payment is authorized, long before it is captured. */
import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';

import type * as activities from '../activities.js';

export interface TransactionReport {
  finalAmount: number;
  payment: string;
}

export const getTransactionConfirmation = defineUpdate<{ authorization: string }>(
  'getTransactionConfirmation',
);

const { authorizePayment, capturePayment } = proxyActivities<typeof activities>({
  startToCloseTimeout: '10s',
});

export async function transactionWorkflow(
  orderId: string,
  amount: number,
): Promise<TransactionReport> {
  let authorization: string | undefined;
  let problem: Error | undefined;
  setHandler(getTransactionConfirmation, async () => {
    await condition(() => authorization !== undefined || problem !== undefined);
    if (authorization === undefined) throw problem ?? new Error(orderId);
    return { authorization };
  });
  try {
    authorization = await authorizePayment(amount);
  } catch (error) {
    problem = error as Error;
    await condition(allHandlersFinished);
    throw error;
  }
  await sleep('4 seconds');
  return { finalAmount: amount, payment: await capturePayment(authorization) };
}
