/** Entry `temporal-mcp-tasks/worker`: for processes that run Temporal Workers of their own. */
export { systemWorkerOptions } from './system-worker.js';
export { encryptingDataConverter } from '../app/config/with-codec.js';
export type { CodecKey } from '../core/codec-key.js';
