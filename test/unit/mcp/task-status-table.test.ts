import { describe, expect, it } from '@jest/globals';

import { isClosed, type TaskPhase, type TaskStatus } from '../../../src/core/task/task-status.js';
import { rev2025, rev2026 } from '../../support/protocols.js';

/** Phase, cancellation requested, status under 2025-11-25, status under 2026-07-28. */
const TABLE: readonly [TaskPhase, boolean, TaskStatus, TaskStatus][] = [
  ['working', false, 'working', 'working'],
  ['working', true, 'cancelled', 'working'],
  ['inputRequired', false, 'input_required', 'input_required'],
  ['inputRequired', true, 'cancelled', 'input_required'],
  ['succeeded', false, 'completed', 'completed'],
  ['succeeded', true, 'cancelled', 'completed'],
  ['toolError', false, 'failed', 'completed'],
  ['toolError', true, 'cancelled', 'completed'],
  ['protocolError', false, 'failed', 'failed'],
  ['protocolError', true, 'cancelled', 'failed'],
  ['cancelled', false, 'cancelled', 'cancelled'],
  ['cancelled', true, 'cancelled', 'cancelled'],
];

/** Tasks › Task Status Lifecycle: the statuses that may follow each one. A repeated read is no transition. */
const LEGAL: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  working: ['input_required', 'completed', 'failed', 'cancelled'],
  input_required: ['working', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** The next states of an execution: an open one can change, get a cancellation request, or close once. */
function successors(phase: TaskPhase, cancelRequested: boolean): [TaskPhase, boolean][] {
  if (isClosed(phase)) return [];
  const phases = [...new Set(TABLE.map(([next]) => next))];
  return [
    ...phases.map((next): [TaskPhase, boolean] => [next, cancelRequested]),
    [phase, true] as [TaskPhase, boolean],
  ];
}

const transitions = TABLE.flatMap(([phase, cancelRequested]) =>
  successors(phase, cancelRequested).flatMap(([nextPhase, nextRequested]) =>
    [rev2025, rev2026].map((protocol) => ({
      protocol,
      before: { phase, cancelRequested },
      after: { phase: nextPhase, cancelRequested: nextRequested },
    })),
  ),
);

describe('protocol.toStatus', () => {
  it.each(TABLE)(
    'reads %s (cancellation requested: %s) as %s under 2025-11-25 and %s under 2026-07-28',
    (...[phase, cancelRequested, in2025, in2026]) => {
      expect(rev2025.toStatus({ phase, cancelRequested })).toBe(in2025);
      expect(rev2026.toStatus({ phase, cancelRequested })).toBe(in2026);
    },
  );

  it.each(transitions)(
    'moves legally under $protocol.version from $before to $after',
    ({ protocol, before, after }) => {
      const from = protocol.toStatus(before);
      const to = protocol.toStatus(after);

      expect([from, ...LEGAL[from]]).toContain(to);
    },
  );

  it('starts as working in both generations', () => {
    const facts = { phase: 'working', cancelRequested: false } as const;

    expect([rev2025, rev2026].map(({ toStatus }) => toStatus(facts))).toStrictEqual([
      'working',
      'working',
    ]);
  });
});
