import { describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';

import { OWNER_SEARCH_ATTRIBUTE } from '../../../../src/core/contract.js';
import { AdoptedRows, startedRows } from '../../../../src/temporal/list/owned-rows.js';
import { TaskIdRing } from '../../../../src/temporal/start/task-id-ring.js';
import { readSharedRule } from '../../../../src/temporal/task/adoption-rule.js';
import type { Adoption, ListedExecution } from '../../../../src/temporal/task/adoption.js';

const SECRET = Buffer.alloc(32, 1);
const PREVIOUS = Buffer.alloc(32, 2);
const ids = new TaskIdRing(SECRET, [PREVIOUS]);

function row(
  workflowId: string,
  attributes: Readonly<Record<string, unknown>> = {},
  { type = 'order', attributeType = 'Keyword' } = {},
): ListedExecution {
  const indexedFields = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const payload = defaultPayloadConverter.toPayload(value);
      const metadata = { ...payload.metadata, type: Buffer.from(attributeType) };
      return [name, { ...payload, metadata }];
    }),
  );
  return {
    execution: { workflowId, runId: 'r' },
    type: { name: type },
    searchAttributes: { indexedFields },
  };
}

/** True if the owner gets the row. */
function isTheirs(
  rows: Pick<AdoptedRows, 'keysOf' | 'keysFor'>,
  one: ListedExecution,
  owner: string,
): boolean {
  const keys = rows.keysOf(one);
  return rows.keysFor(owner).some((key) => keys.includes(key));
}

describe('rows of what calls have started', () => {
  const tag = ids.current.ownerTag('me');
  const rows = startedRows({ ids, hasOwnIds: () => true });

  it('are the owner’s whose tag is in the ID, of any secret that counts, and nobody else’s', () => {
    const current = row(ids.current.randomTaskId(tag));
    const old = row(ids.previous[0]?.randomTaskId(ids.previous[0].ownerTag('me')) ?? '');

    expect([current, old].map((one) => isTheirs(rows, one, 'me'))).toStrictEqual([true, true]);
    expect([current, old].map((one) => isTheirs(rows, one, 'you'))).toStrictEqual([false, false]);
  });

  it('are the owner’s whose tag is in the search attribute, where tools choose IDs', () => {
    const own = row('order-7', { [OWNER_SEARCH_ATTRIBUTE]: [tag] });
    const without = startedRows({ ids, hasOwnIds: () => false });

    expect(isTheirs(rows, own, 'me')).toBe(true);
    expect(isTheirs(rows, own, 'you')).toBe(false);
    expect(isTheirs(without, own, 'me')).toBe(false);
    expect(without.filter()).not.toContain(OWNER_SEARCH_ATTRIBUTE);
  });

  it('are nobody’s without either, whatever else they say', () => {
    const strange = [
      row('order-7'),
      row(`mcp-${tag}`),
      row(`mcp-${tag.toUpperCase()}-x`),
      row(`x-mcp-${tag}-y`),
      row('order-8', { [OWNER_SEARCH_ATTRIBUTE]: 7 }),
      row('order-9', { Other: tag }),
    ];

    expect(strange.map((one) => isTheirs(rows, one, 'me'))).toStrictEqual(strange.map(() => false));
  });
});

describe('rows of what tools adopt', () => {
  const toRows = (...queries: readonly string[]): AdoptedRows => {
    const rules = queries.map((query, index) => [`type${index}`, query] as const);
    const adoption: Pick<Adoption, 'sharedRules' | 'toFilters'> = {
      sharedRules: new Map(rules.map(([type, query]) => [type, readSharedRule(query)])),
      toFilters: (_owner, types) => [...(types ?? [])],
    };
    const rows = new AdoptedRows(adoption as Adoption);
    rows.filter();
    return rows;
  };

  it('are the owner’s whose name the attribute of the rule has', () => {
    const rows = toRows("Customer = '{owner}'");
    const hers = row('order-1', { Customer: ['alice'] }, { type: 'type0' });
    const both = row('order-2', { Customer: ['alice', 'bob'] }, { type: 'type0' });

    expect(['alice', 'bob'].map((owner) => isTheirs(rows, hers, owner))).toStrictEqual([
      true,
      false,
    ]);
    expect(['alice', 'bob'].map((owner) => isTheirs(rows, both, owner))).toStrictEqual([
      true,
      true,
    ]);
    expect(rows.othersFor('alice')).toStrictEqual([]);
  });

  it('are nobody’s by another attribute, of another type, or when they are somebody’s task', () => {
    const rows = toRows("Customer = '{owner}'", "Buyer = '{owner}'");
    const strange = [
      row('order-1', { Buyer: 'alice' }, { type: 'type0' }),
      row('order-2', { Customer: 'alice' }, { type: 'type1' }),
      row('order-3', { Customer: 'alice' }, { type: 'other' }),
      row('order-4', { Customer: 'alice', [OWNER_SEARCH_ATTRIBUTE]: 'x' }, { type: 'type0' }),
      row('order-5', { Customer: 'Alice' }, { type: 'type0' }),
    ];

    expect(strange.filter((one) => isTheirs(rows, one, 'alice'))).toStrictEqual([]);
    expect(rows.keysFor('al"ice')).toStrictEqual([]);
  });

  it('are looked for one owner at a time where the rule is another, or compares words of a text', () => {
    const rows = toRows("Customer = '{owner}' OR Open = true", "Notes = '{owner}'");

    expect(rows.othersFor('alice')).toStrictEqual(['type0']);

    rows.keysOf(row('order-1', { Notes: 'for alice' }, { type: 'type1', attributeType: 'Text' }));

    expect(rows.othersFor('alice')).toStrictEqual(['type0', 'type1']);
    expect(rows.filter()).toBeUndefined();
  });
});
