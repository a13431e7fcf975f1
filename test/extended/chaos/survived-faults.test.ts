/** A minute of `npm run chaos`, as it is: a world of its own, with a Temporal that dies. */
import { spawnSync } from 'node:child_process';

import { afterEach, describe, expect, it } from '@jest/globals';

import { FaultKind } from '../../../lab/chaos/plan/fault.js';
import { scheduleFaults } from '../../../lab/chaos/plan/schedule-faults.js';
import { isProcessAlive } from '../../support/is-process-alive.js';
import { type CliProcess, startProgram } from '../../support/start-cli.js';

/** One in whose minute replicas, Workers and Temporal are killed, and replies are lost. */
const SEED = 6;
const MINUTES = 1.2;
const SIZE = { replicas: 2, workers: 2, temporalProcesses: 1 };
/** Besides the faults: a start, a time to settle, and a machine that does other things at the same time. */
const TIMEOUT_MS = 420_000;

let chaos: CliProcess | undefined;

afterEach(async () => {
  await chaos?.end('SIGTERM');
});

function startChaos(...args: string[]): CliProcess {
  chaos = startProgram('lab/chaos/main.js', args, { environment: { TEMPORAL_ADDRESS: undefined } });
  return chaos;
}

/** The processes that a process has started, and those that they have. */
function findDescendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const children = stdout.split('\n').filter(Boolean).map(Number);
  return [...children, ...children.flatMap(findDescendants)];
}

interface Figures {
  readonly plan: { readonly seed: number };
  readonly tasks: number;
  readonly answers: number;
  readonly executions: number;
  readonly jobs: Readonly<Record<'tasks' | 'faults', Readonly<Record<string, number>>>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly requests: Readonly<Record<string, unknown>>;
  readonly violations: readonly object[];
}

describe('npm run chaos', () => {
  it(
    'breaks no promise in a minute in which everything breaks, and says how to have it again',
    async () => {
      const planned = scheduleFaults(SEED, MINUTES * 60_000, SIZE).map(({ kind }) => kind);
      const { code, stdout, stderr } = await startChaos(
        ...['--seed', String(SEED), '--minutes', String(MINUTES), '--tasks', '24', '--json'],
      ).exited;
      const figures = JSON.parse(stdout) as Figures;

      expect(figures.violations).toStrictEqual([]);
      expect(code).toBe(0);
      expect(stderr).toContain(`--seed ${SEED} --minutes ${MINUTES} --tasks 24`);
      expect(figures.plan.seed).toBe(SEED);
      expect(new Set(Object.keys(figures.faults))).toStrictEqual(new Set(planned));
      expect(planned).toEqual(
        expect.arrayContaining([
          FaultKind.killReplica,
          FaultKind.killTemporal,
          FaultKind.killAllWorkers,
          FaultKind.loseReplies,
        ]),
      );
      expect(figures.tasks).toBeGreaterThan(24);
      expect(figures.answers).toBeGreaterThan(10);
      expect(figures.executions).toBeGreaterThanOrEqual(figures.tasks);
      expect(Object.keys(figures.jobs.tasks)).toEqual(
        expect.arrayContaining(
          ['job_by_token', 'job_once', 'job_blind', 'step_alone'].map(
            (tool) => `${tool} completed`,
          ),
        ),
      );
      expect(figures.jobs.faults['losesReply']).toBeGreaterThan(3);
      expect(Object.keys(figures.requests)).toEqual(
        expect.arrayContaining([
          'tools/call',
          'tasks/get',
          'tasks/result',
          'tasks/update',
          'tasks/cancel',
        ]),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'ends all that it has started at a Ctrl-C',
    async () => {
      const running = startChaos('--seed', '1', '--minutes', '5', '--tasks', '4');
      await running.untilOutput(/Starting the faults/);
      const started = findDescendants(running.child.pid ?? 0);
      const { code, signal } = await running.end('SIGINT');

      expect(started.length).toBeGreaterThanOrEqual(5);
      expect([code, signal]).toStrictEqual([0, null]);
      expect(started.filter(isProcessAlive)).toStrictEqual([]);
    },
    TIMEOUT_MS,
  );
});
