/** A reminder, which a Schedule starts. */
import { proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';

const { addReminderToDatabase } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 minute',
});

export async function reminder(text: string): Promise<{ text: string; id: number }> {
  return { text, id: await addReminderToDatabase(text) };
}
