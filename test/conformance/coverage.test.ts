import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { requirements, type Requirement } from './requirements.js';

const folder = new URL('.', import.meta.url);
/** The IDs in the first argument of `verifies`, `verifiesOverHttp` and `verifiesOverStdio`. */
const CITATION = /\bverifies(?:OverHttp|OverStdio)?\(\s*\[([^\]]*)\]/g;

const byId = new Map<string, Requirement>(
  Object.values(requirements).flatMap((section) => Object.entries<Requirement>(section)),
);
const cited = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(CITATION)])
    .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id)),
);

describe('the requirements', () => {
  it('are each cited by a test, or have a reason why not', () => {
    const forgotten = [...byId].filter(([id, { notTested }]) => !notTested && !cited.has(id));

    expect(forgotten).toStrictEqual([]);
  });

  it('have no reason where a test cites them', () => {
    const contradictory = [...byId].filter(([id, { notTested }]) => notTested && cited.has(id));

    expect(contradictory).toStrictEqual([]);
  });

  it('are known where a test cites them', () => {
    expect([...cited].filter((id) => !byId.has(id))).toStrictEqual([]);
  });
});
