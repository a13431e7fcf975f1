import { describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';

import { OWNER_SEARCH_ATTRIBUTE } from '../../../../src/core/contract.js';
import type { AdoptionRule } from '../../../../src/core/task/start-definition.js';
import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import {
  adoptedRows,
  type OwnedRows,
  startedRows,
} from '../../../../src/temporal/list/owned-rows.js';
import type { ListedExecution } from '../../../../src/temporal/list/visibility-pages.js';
import { TaskIdRing } from '../../../../src/temporal/start/task-id-ring.js';

const SECRET = Buffer.alloc(32, 1);
const PREVIOUS = Buffer.alloc(32, 2);
const ids = new TaskIdRing(SECRET, PREVIOUS);

function row(
  workflowId: string,
  attributes: Readonly<Record<string, unknown>> = {},
  type = 'order',
): ListedExecution {
  const indexedFields = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      defaultPayloadConverter.toPayload(value),
    ]),
  );
  return {
    execution: { workflowId, runId: 'r' },
    type: { name: type },
    searchAttributes: { indexedFields },
  };
}

/** True if the owner gets the row. */
function isTheirs(rows: OwnedRows, one: ListedExecution, owner: string): boolean {
  const keys = rows.keysOf(one);
  return rows.keysFor(owner).some((key) => keys.includes(key));
}

describe('rows of what calls have started', () => {
  const tag = ids.current.ownerTag('me');
  const rows = startedRows({ ids, hasOwnIds: true });

  it('are the owner’s whose tag is in the ID, of either secret, and nobody else’s', () => {
    const current = row(ids.current.randomTaskId(tag));
    const { current: previous } = new TaskIdRing(PREVIOUS);
    const old = row(previous.randomTaskId(previous.ownerTag('me')));

    expect([current, old].map((one) => isTheirs(rows, one, 'me'))).toStrictEqual([true, true]);
    expect([current, old].map((one) => isTheirs(rows, one, 'you'))).toStrictEqual([false, false]);
  });

  it('are the owner’s whose tag is in the search attribute, where tools choose IDs', () => {
    const own = row('order-7', { [OWNER_SEARCH_ATTRIBUTE]: [tag] });
    const without = startedRows({ ids, hasOwnIds: false });

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
  const toRows = (...rules: readonly AdoptionRule[]): OwnedRows =>
    adoptedRows({
      rules: rules.map((rule, index) => ({
        tool: { workflowType: `type${index}` } as ToolDefinition,
        rule,
      })),
    });

  it('are the owner’s whose name the attribute of the rule has', () => {
    const rows = toRows({ searchAttribute: 'Customer' });
    const hers = row('order-1', { Customer: ['alice'] }, 'type0');
    const both = row('order-2', { Customer: ['alice', 'bob'] }, 'type0');

    expect(['alice', 'bob'].map((owner) => isTheirs(rows, hers, owner))).toStrictEqual([
      true,
      false,
    ]);
    expect(['alice', 'bob'].map((owner) => isTheirs(rows, both, owner))).toStrictEqual([
      true,
      true,
    ]);
  });

  it('are everybody’s by a prefix', () => {
    const rows = toRows({ idPrefix: 'order-', owner: 'everybody' });

    expect(isTheirs(rows, row('order-1', {}, 'type0'), 'alice')).toBe(true);
    expect(rows.filter()).toContain("WorkflowId STARTS_WITH 'order-'");
  });

  it('are nobody’s by another attribute, of another type, or when they are somebody’s task', () => {
    const rows = toRows({ searchAttribute: 'Customer' }, { searchAttribute: 'Buyer' });
    const strange = [
      row('order-1', { Buyer: 'alice' }, 'type0'),
      row('order-2', { Customer: 'alice' }, 'type1'),
      row('order-3', { Customer: 'alice' }, 'other'),
      row('order-4', { Customer: 'alice', [OWNER_SEARCH_ATTRIBUTE]: 'x' }, 'type0'),
      row('order-5', { Customer: 'Alice' }, 'type0'),
    ];

    expect(strange.filter((one) => isTheirs(rows, one, 'alice'))).toStrictEqual([]);
  });
});
