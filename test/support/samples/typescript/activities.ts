import { ApplicationFailure, Context, heartbeat, log, sleep } from '@temporalio/activity';

import type { OpenAccount, PaymentDetails } from './shared.js';

// --- Money transfer ---

export async function withdraw({ referenceId }: PaymentDetails): Promise<string> {
  return Promise.resolve(`W-${referenceId}`);
}

export async function deposit({ targetAccount, referenceId }: PaymentDetails): Promise<string> {
  if (targetAccount.startsWith('account-')) return Promise.resolve(`D-${referenceId}`);
  throw ApplicationFailure.nonRetryable(`There is no account ${targetAccount}`, 'InvalidAccount');
}

export async function refund({ referenceId }: PaymentDetails): Promise<string> {
  return Promise.resolve(`R-${referenceId}`);
}

// --- Saga ---

export async function createAccount({ accountId }: OpenAccount): Promise<void> {
  log.info('Created the account', { accountId });
  return Promise.resolve();
}

export async function addAddress({ accountId }: OpenAccount): Promise<void> {
  log.info('Added the address', { accountId });
  return Promise.resolve();
}

export async function addBankAccount({ bankDetails }: OpenAccount): Promise<void> {
  if (bankDetails.accountNumber !== 'wrong') return Promise.resolve();
  throw ApplicationFailure.nonRetryable('The bank does not know this account number');
}

export async function clearAddress({ accountId }: OpenAccount): Promise<void> {
  log.info('Cleared the address', { accountId });
  return Promise.resolve();
}

export async function closeAccount({ accountId }: OpenAccount): Promise<void> {
  log.info('Closed the account', { accountId });
  return Promise.resolve();
}

// --- Approval ---

export async function payment(expenseId: string): Promise<void> {
  log.info('Paid', { expenseId });
  return Promise.resolve();
}

// --- Update-based order ---

export async function authorizePayment(amount: number): Promise<string> {
  if (amount <= 1000) return Promise.resolve(`authorized-${amount}`);
  throw ApplicationFailure.nonRetryable('The card has no cover for so much');
}

export async function capturePayment(authorization: string): Promise<string> {
  return Promise.resolve(authorization.replace('authorized', 'captured'));
}

// --- Polling ---

export async function checkRender(video: string): Promise<string> {
  if (Context.current().info.attempt < 4) throw new Error('Still rendering');
  return Promise.resolve(`https://videos.example/${video}`);
}

// --- Batch ---

export async function fakeProgress(sleepIntervalMs = 1000): Promise<void> {
  const startingPoint = (Context.current().info.heartbeatDetails as number | undefined) ?? 1;
  for (let progress = startingPoint; progress <= 100; progress += 1) {
    await sleep(sleepIntervalMs);
    heartbeat(progress);
  }
}

// --- Schedule ---

export async function addReminderToDatabase(text: string): Promise<number> {
  return Promise.resolve(text.length);
}
