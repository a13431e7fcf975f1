/** Infrequent polling: an Activity fails until there is an answer, and Temporal retries it at intervals. */
import { proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';

const { checkRender } = proxyActivities<typeof activities>({
  startToCloseTimeout: '2s',
  retry: { initialInterval: '600ms', backoffCoefficient: 1 },
});

export async function renderedVideo(video: string): Promise<string> {
  return checkRender(video);
}
