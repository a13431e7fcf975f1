import { describe, expect, it } from '@jest/globals';

import { explainOldNode } from '../../../src/cli/old-node.js';

const needy = { name: 'any', engines: { node: '>=20.19' } };

describe('a version of Node', () => {
  it.each(['20.19.0', '20.20.2', '21.0.0', '22.1.0', '100.0.0'])('%s is new enough', (node) => {
    expect(explainOldNode(needy, node)).toBeUndefined();
  });

  it.each(['20.18.3', '20.2.0', '18.20.8', '9.11.2'])('%s is too old', (node) => {
    expect(explainOldNode(needy, node)).toBe(`any needs Node 20.19 or newer; this is ${node}.`);
  });
});
