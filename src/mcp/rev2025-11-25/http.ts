import type { HttpSide } from '../generation.js';

import type { TasksBinding } from './binding.js';
import type { ServerIdentity } from './create-server.js';

/** This generation over Streamable HTTP. */
export interface Http extends HttpSide {
  readonly close: () => Promise<void>;
}

export function createHttp(_identity: ServerIdentity, _binding: TasksBinding): Http {
  throw new Error('To come.');
}
