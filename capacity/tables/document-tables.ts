import { toActionTable } from './action-table.js';
import { toBilledTable, toCostTable, toLimitTable } from './fact-tables.js';
import { toHeldTable, toPollTable, toScaleTable, toShortageTable } from './model-tables.js';
import { toSimulationTable } from './simulation-table.js';

/** The tables of docs/capacity.md, by the names that stand before them. */
const tables: Readonly<Record<string, () => string>> = {
  costs: toCostTable,
  limits: toLimitTable,
  held: toHeldTable,
  scales: toScaleTable,
  shortages: toShortageTable,
  polls: toPollTable,
  'simulation-cloud': () => toSimulationTable('cloud'),
  'simulation-self-hosted': () => toSimulationTable('self-hosted'),
  billed: toBilledTable,
  actions: toActionTable,
};

const TABLE = /(<!-- table: ([a-z-]+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g;

/** The names of the tables that a document has. */
export function findTables(document: string): string[] {
  return [...document.matchAll(TABLE)].map(([, , name = '']) => name);
}

/** The names of all tables. */
export const tableNames: readonly string[] = Object.keys(tables);

/**
 * Puts the tables of today's model where a document has them: between `<!-- table: NAME -->` and `<!-- end -->`.
 *
 * @throws {RangeError} When there is no table of a name.
 */
export function fillTables(document: string): string {
  return document.replaceAll(TABLE, (...match: readonly string[]) => {
    const [, before = '', name = '', after = ''] = match;
    const toTable = tables[name];
    if (!toTable) throw new RangeError(`There is no table "${name}".`);
    return `${before}${toTable()}${after}`;
  });
}
