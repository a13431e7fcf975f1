import { describe, expect, it } from '@jest/globals';

import type { BenchEnvironment } from '../../../lab/bench/bench-environment.js';
import { compareTurns, toScenario } from '../../../lab/bench/comparison.js';
import { runScenario } from '../../../lab/bench/scenario.js';

const OPTIONS = { rounds: 4, clients: [1, 3], waits: [1], listed: 1, owners: 1 };
const noEnvironment = {} as BenchEnvironment;

describe('the comparison of turns', () => {
  it('is made round by round, so that what slows both down cancels out', () => {
    const raw = [[1, 3], [20], [200]];
    const own = [[3, 5], [40], [400]];

    const { ratio, difference } = compareTurns(own, raw);

    expect(ratio).toStrictEqual({ value: 2, low: 2, high: 2 });
    expect(difference.value).toBe(20);
  });
});

describe('a scenario that compares', () => {
  it('gives everybody a turn in every round, another one first each time, and judges ours alone', async () => {
    const order: string[] = [];
    const subject = (name: string, ms: number, isReference?: true) => ({
      name,
      ...(isReference && { isReference }),
      measure: async (): Promise<number> => {
        order.push(name);
        return Promise.resolve(ms);
      },
    });
    const scenario = toScenario({
      name: 'it',
      title: 'It',
      timesATurn: 1,
      targets: (clients) => [{ of: 'ratio', kind: 'at most', bound: clients }],
      prepare: async () =>
        Promise.resolve([subject('raw', 10), subject('own', 20), subject('other', 90, true)]),
    });

    const [one, three] = await runScenario(scenario, noEnvironment, OPTIONS);

    expect(order.slice(0, 6)).toStrictEqual(['raw', 'own', 'other', 'own', 'other', 'raw']);
    expect(one?.title).toBe('It; 1 client');
    expect(three?.title).toBe('It; 3 clients');
    expect(
      one?.rows.map(({ judgements = [] }) => judgements.map(({ verdict }) => verdict)),
    ).toStrictEqual([[], ['missed'], []]);
    expect(three?.rows[1]?.judgements?.[0]?.verdict).toBe('met');
    expect(one?.rows[2]?.cells[3]).toMatchObject({ value: 9 });
    // Two rounds to warm up are not among them.
    expect(one?.samples).toMatchObject({ own: [[20], [20], [20], [20]] });
    expect(three?.samples).toMatchObject({ raw: Array.from({ length: 4 }, () => [10, 10, 10]) });
  });

  it('ends what it has begun, the last first, also when it fails', async () => {
    const ended: string[] = [];
    const end = (name: string) => async () => {
      ended.push(name);
      return Promise.resolve();
    };
    const run = runScenario(
      {
        name: 'it',
        run: async ({ atEnd }) => {
          atEnd(end('first'));
          atEnd(end('second'));
          return Promise.reject(new Error('no luck'));
        },
      },
      noEnvironment,
      OPTIONS,
    );

    await expect(run).rejects.toThrow('no luck');
    expect(ended).toStrictEqual(['second', 'first']);
  });
});
