/** Infrequent polling: an Activity that fails until there is an answer, and is tried again at intervals. */
import { proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';

const { checkRender } = proxyActivities<typeof activities>({
  startToCloseTimeout: '2s',
  retry: { initialInterval: '600ms', backoffCoefficient: 1 },
});

export async function renderedVideo(video: string): Promise<string> {
  return checkRender(video);
}
