import { IndexedValueType } from './proto-enums.js';
import type { TemporalCalls } from './temporal-calls.js';

/** The custom Search Attributes of a namespace, with their types: `KEYWORD`, `INT` and so on. */
export async function readSearchAttributes(
  calls: TemporalCalls,
): Promise<ReadonlyMap<string, string>> {
  const { customAttributes } = await calls.run(async (client) =>
    client.connection.operatorService.listSearchAttributes({
      namespace: client.options.namespace,
    }),
  );
  return new Map(
    Object.entries(customAttributes).map(([name, type]) => [
      name,
      IndexedValueType[type].replace('INDEXED_VALUE_TYPE_', ''),
    ]),
  );
}
