import { describe, expect, it } from '@jest/globals';

import { inspectNamesInIds } from '../../../src/check/inspect-names-in-ids.js';
import type { RecentExecution } from '../../../src/check/recorded-starts.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../src/manifest/manifest.js';

const ONE = 'issuers: [{ issuer: "https://one.example" }';
const SEVERAL = `${ONE}, { issuer: "https://two.example" }]`;
const TOKENS = `${ONE}], tokens: [{ principal: bob, sha256: ${'a'.repeat(64)} }]`;

function toManifest(id: string, issuers: string): Manifest {
  return parseManifest(
    `tools: { cart: { workflow: { type: cart, taskQueue: q, id: '${id}' }, input: { type: object, required: [shop], properties: { shop: { type: string } } } } }`,
    { server: `auth: { resource: "https://mcp.example/mcp", ${issuers} }` },
  );
}

const open = (workflowId: string, isOpen = true): RecentExecution =>
  ({ workflowId, isOpen }) as RecentExecution;

function inspect(id: string, issuers: string, executions: RecentExecution[]): unknown[] {
  const { tools, auth } = toManifest(id, issuers);
  const [tool] = tools.values();
  return tool ? inspectNamesInIds(tool, executions, auth) : [];
}

describe('an entity under an ID of the name alone', () => {
  it.each([SEVERAL, TOKENS])('is named where the name is now the whole one: %s', (issuers) => {
    expect(inspect('cart-{$caller.name}', issuers, [open('cart-ann')])).toStrictEqual([
      {
        level: 'warning',
        tool: 'cart',
        path: ['tools', 'cart', 'workflow', 'id'],
        message: expect.stringMatching(
          /^cart-ann is open under an ID without its owner's issuer\./,
        ),
      },
    ]);
  });

  it.each([
    ['there is one issuer', 'cart-{$caller.name}', `${ONE}]`, open('cart-ann')],
    ['it has ended', 'cart-{$caller.name}', SEVERAL, open('cart-ann', false)],
    ['it is another ID', 'cart-{$caller.name}', SEVERAL, open('basket-ann')],
    ['it has the whole name', 'cart-{$caller.name}', SEVERAL, open('cart-%5B%22https://one%22%5D')],
    ['the ID has no name', 'cart-{shop}', SEVERAL, open('cart-ann')],
  ])('is not, where %s', (_where, id, issuers, execution) => {
    expect(inspect(id, issuers, [execution])).toStrictEqual([]);
  });
});
