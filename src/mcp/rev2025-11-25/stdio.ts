import type { StdioSide } from '../generation.js';

import type { TasksBinding } from './binding.js';
import type { ServerIdentity } from './create-server.js';

/** This generation over stdio. */
export interface Stdio extends StdioSide {
  readonly close: () => Promise<void>;
}

export function createStdio(_identity: ServerIdentity, _binding: TasksBinding): Stdio {
  throw new Error('To come.');
}
