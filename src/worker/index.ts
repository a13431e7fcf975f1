/** Entry `temporal-mcp-tasks/worker`: for processes with their own Temporal Workers. */
export { systemWorkerOptions } from './system-worker.js';
export { encryptingDataConverter } from '../app/config/with-codec.js';
export type { CodecKey } from '../core/codec-key.js';
