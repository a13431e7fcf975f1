import { describe, expect, it } from '@jest/globals';

import { citedIn } from '../../support/conformance/citations.js';
import type { Requirement } from '../../support/conformance/requirement.js';
import { requirements as requirementsOf2025 } from '../../support/conformance/requirements-2025-11-25.js';
import { requirements as requirementsOf2026 } from '../../support/conformance/requirements-2026-07-28.js';
import { requirements as requirementsOfAuthorization } from '../../support/conformance/requirements-authorization.js';
import { requirements as requirementsOfEvents } from '../../support/conformance/requirements-events.js';

type Sections = Readonly<Record<string, Readonly<Record<string, Requirement>>>>;

const revisions: readonly [string, Sections, Set<string>][] = [
  ['2025-11-25', requirementsOf2025, citedIn(new URL('../rev2025-11-25/', import.meta.url))],
  ['2026-07-28', requirementsOf2026, citedIn(new URL('../rev2026-07-28/', import.meta.url))],
  [
    'authorization',
    requirementsOfAuthorization,
    citedIn(new URL('../../integration/auth/', import.meta.url)),
  ],
  [
    'events',
    requirementsOfEvents,
    new Set(
      ['integration/events/', 'unit/events/', 'unit/webhooks/'].flatMap((folder) => [
        ...citedIn(new URL(`../../${folder}`, import.meta.url)),
      ]),
    ),
  ],
];

describe.each(revisions)('the requirements of %s', (_revision, sections, cited) => {
  const byId = new Map(Object.values(sections).flatMap((section) => Object.entries(section)));

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
