/** Generation 2026-07-28 over stdio. Apart from the rest, so that its SDK is loaded only where it is served. */
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import {
  createServer,
  type ServerIdentity,
  type TasksBindingOptions,
  withTaskSubscriptions,
  withRequestChecks,
} from '../mcp/rev2026-07-28/index.js';

import type { StdioGeneration } from './serve-stdio.js';

/** The generation 2026-07-28 for `serveStdio`. */
export function createStdioGeneration({
  identity,
  ...options
}: TasksBindingOptions & { readonly identity: ServerIdentity }): StdioGeneration {
  return async ({ input, output }) => {
    const inner = withRequestChecks(new StdioServerTransport(input, output));
    const transport = withTaskSubscriptions(inner, { ...options, identity });
    const connection = serveStdio(() => createServer(identity, options), {
      transport,
      legacy: 'reject',
      onerror: (error) => {
        options.logger?.warn({ err: error }, 'A message was refused');
      },
    });
    const closed = new Promise<void>((resolve) => {
      const { onclose } = transport;
      transport.onclose = () => {
        onclose?.();
        resolve();
      };
    });
    return Promise.resolve({ closed, close: async () => connection.close() });
  };
}
