import { describe, expect, it } from '@jest/globals';

import { createManifestApp } from '../../../../src/app/server/manifest-app.js';
import { PatternTools } from '../../../../src/app/server/pattern-tools.js';
import { ServedManifest } from '../../../../src/app/server/served-manifest.js';
import type { SeenWorkflowType, ToolPattern } from '../../../../src/core/tool/tool-pattern.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

const TYPE: SeenWorkflowType = { workflowType: 'orders.place', taskQueue: 'q' };
const PATTERN =
  "tools: { 'orders_*': { workflow: 'orders.*' }, own: { workflow: { type: w, taskQueue: q } } }";

const same = <T>(given: T): T => given;

function setUp(
  manifest: Manifest,
  find: (patterns: readonly ToolPattern[]) => Promise<readonly SeenWorkflowType[]>,
): { tools: PatternTools; names: () => string[]; told: () => number } {
  const parts = { tasks: new FakeTasks(), audit: { overGate: same, overTools: same } };
  const make = (next: Manifest) => createManifestApp(next, undefined, parts);
  const served = new ServedManifest(make(manifest), async (next) => Promise.resolve(make(next)));
  let told = 0;
  served.changes.subscribe(() => (told += 1));
  return {
    tools: new PatternTools(manifest, { served, find, logger: undefined, retryMs: 10 }),
    names: () => [...served.current.manifest.tools.keys()],
    told: () => told,
  };
}

describe('PatternTools', () => {
  it('adds what a pattern stands for to a start, and asks nobody without one', async () => {
    const asked: (readonly string[])[] = [];
    const find = async (patterns: readonly ToolPattern[]): Promise<readonly SeenWorkflowType[]> => {
      asked.push(patterns.map(({ workflowType }) => workflowType));
      return Promise.resolve([TYPE]);
    };
    const { tools, names } = setUp(parseManifest(PATTERN), find);
    await tools.start();
    tools.close();
    const without = setUp(
      parseManifest('tools: { own: { workflow: { type: w, taskQueue: q } } }'),
      find,
    );
    await without.tools.start();

    expect(names()).toStrictEqual(['own', 'orders_place']);
    expect(without.names()).toStrictEqual(['own']);
    expect(asked).toStrictEqual([['orders.*']]);
  });

  it('starts without Temporal, and adds the tools once it is back', async () => {
    let rounds = 0;
    const { tools, names, told } = setUp(parseManifest(PATTERN), async () => {
      rounds += 1;
      if (rounds < 4) throw new Error('No connection.');
      return Promise.resolve([TYPE]);
    });
    try {
      await tools.start();
      expect(names()).toStrictEqual(['own']);

      await eventually('the tool by pattern', () => names().includes('orders_place'));
      expect(told()).toBe(1);
    } finally {
      tools.close();
    }
  });

  it('goes by what was seen before where Temporal does not answer a reload', async () => {
    let isUp = true;
    const { tools, names } = setUp(parseManifest(PATTERN), async () => {
      if (!isUp) throw new Error('No connection.');
      return Promise.resolve([TYPE]);
    });
    await tools.start();
    isUp = false;

    await tools.serve(parseManifest(PATTERN.replace('own:', 'other:')));
    tools.close();

    expect(names()).toStrictEqual(['other', 'orders_place']);
  });
});
