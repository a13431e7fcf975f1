import type { Exchange } from '../core/request/exchange.js';
import { parseUriParam } from '../core/value/request-params.js';
import type { TaskResources } from '../service/calls/answer/task-resources.js';

import type { Row, Streaming } from './row.js';

interface ResourceRow extends Row<Exchange> {
  readonly streams: Streaming;
}

/** Makes the rows of resources, which are the same in all revisions but for the stream of a read. */
export function toResourceRows(
  { template, read }: TaskResources,
  streamsOfRead: Streaming,
): readonly ResourceRow[] {
  const listed = { subject: 'none', scopes: 'ofServer', streams: 'never' } as const;
  return [
    // Each result links to its resource. A list would have an entry for every task.
    { ...listed, name: 'resources/list', run: () => ({ resources: [] }) },
    {
      ...listed,
      name: 'resources/templates/list',
      run: () => ({ resourceTemplates: [{ ...template }] }),
    },
    {
      name: 'resources/read',
      subject: 'resource',
      scopes: 'ofServer',
      streams: streamsOfRead,
      run: async (exchange, params) => ({
        contents: [{ ...(await read(parseUriParam(params), exchange)) }],
      }),
    },
  ];
}
