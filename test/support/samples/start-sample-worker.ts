import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import type { Client } from '@temporalio/client';

import { startLanguageWorker } from '../languages/language-workers.js';
import { LANGUAGES, SAMPLES } from '../languages/prepare-language.js';
import { runTestWorker, type TestWorker } from '../run-test-worker.js';

/** The languages of these Workflows. */
export const SAMPLE_LANGUAGES = [...LANGUAGES, 'typescript'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** Path of the manifest for the Workflows of a language. It reads its Task Queue from TEST_TASK_QUEUE. */
export function sampleManifest(language: SampleLanguage): string {
  return fileURLToPath(new URL(`manifests/${language}.yaml`, import.meta.url));
}

/** Starts a Worker of Workflows without MCP, on a Task Queue of its own. */
export async function startSampleWorker(
  language: SampleLanguage,
  client: Client,
): Promise<TestWorker> {
  if (language === 'typescript') return runTestWorker({ definitions: 'samples' });
  const taskQueue = `samples-${language}-${randomUUID()}`;
  const { stop } = await startLanguageWorker(language, { client, taskQueue, sources: SAMPLES });
  return { taskQueue, stop };
}
