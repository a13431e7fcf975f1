import type { InputRequest } from '../contract/input-request.js';
import { toDigest } from '../value/json-digest.js';

/**
 * Returns the version of a question: what a person sees of it. An answer counts for the version that was shown, since
 * another text may come under the same key: from the Workflow, or from a replica with another manifest.
 */
export async function toQuestionVersion({ method, params }: InputRequest): Promise<string> {
  return toDigest({ method, params });
}
