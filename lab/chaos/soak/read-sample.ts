import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type { Sample } from './sample.js';

const PROBE = fileURLToPath(new URL('probe.js', import.meta.url));

/** Returns the environment variables that load the probe into a Node process. */
export function toProbedEnvironment(socketPath: string): NodeJS.ProcessEnv {
  const options = process.env['NODE_OPTIONS'] ?? '';
  return { CHAOS_PROBE: socketPath, NODE_OPTIONS: `${options} --import=${PROBE}`.trim() };
}

/** Reads a sample from a process with the probe. */
export async function readSample(socketPath: string): Promise<Sample> {
  return JSON.parse(await text(connect(socketPath))) as Sample;
}
