/** The Search Attribute that lists tasks with tool-chosen Workflow IDs. */
import type { Client } from '@temporalio/client';

import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract/contract.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { IndexedValueType } from '../link/proto-enums.js';
import { readSearchAttributes } from '../link/search-attributes.js';
import { TemporalCalls } from '../link/temporal-calls.js';

const CALL_DEADLINE_MS = 5_000;

/** Returns true if a tool has tasks that only this attribute can list. */
export function needsOwnerAttribute(tools: ToolCatalog): boolean {
  return [...tools.values()].some(({ start }) => start.id !== undefined);
}

/**
 * Registers the attribute in a namespace without it. Needs a permission that servers need not have: for development.
 *
 * @throws {TaskError} If Temporal refuses.
 */
export async function registerOwnerAttribute(client: Client): Promise<void> {
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS);
  if ((await readSearchAttributes(calls)).has(OWNER_SEARCH_ATTRIBUTE)) return;
  await calls.run(async ({ connection, options: { namespace } }) =>
    connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: {
        [OWNER_SEARCH_ATTRIBUTE]: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
      },
    }),
  );
}
