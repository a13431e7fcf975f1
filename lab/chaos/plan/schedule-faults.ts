import { type Fault, FaultKind, Part, PART_OF } from './fault.js';
import { createRandom, type Random } from './random.js';

/** Numbers of the parts that faults can hit. */
export interface WorldSize {
  readonly replicas: number;
  /** Workers of each kind: for errands, and for jobs (`worker --manifest`). */
  readonly workers: number;
  /** Number of Temporal processes that faults can hit; 0 if they are out of reach. */
  readonly temporalProcesses: number;
}

/** Time until the first fault, so that tasks are running by then. */
const FIRST_AFTER_MS = 5_000;
const SHORTEST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 7_000;
const SHORTEST_FAULT_MS = 500;
const LONGEST_FAULT_MS = 8_000;
/** Smallest pause between two faults of one part, so that it can recover. */
const BREATH_MS = 4_000;
/** The seed's stream for faults. Errands have other streams. */
const STREAM_OF_FAULTS = -1;

function countOf(part: Part, { replicas, workers, temporalProcesses }: WorldSize): number {
  switch (part) {
    case Part.replicaProcess:
    case Part.replicaLink:
    case Part.clientLink:
      return replicas;
    case Part.workerProcess:
    case Part.workerLink:
      return 2 * workers;
    case Part.temporalProcess:
      return temporalProcesses;
    case Part.flooder:
      return 1;
  }
}

function isInTheWay(fault: Fault, other: Fault): boolean {
  if (PART_OF[fault.kind] !== PART_OF[other.kind]) return false;
  const isOfAll = [fault, other].some(({ kind }) => kind === FaultKind.killAllWorkers);
  if (!isOfAll && fault.index !== other.index) return false;
  return fault.atMs < other.atMs + other.forMs + BREATH_MS;
}

function draw(kind: FaultKind, atMs: number, { random, size }: DrawOptions): Fault {
  const count = countOf(PART_OF[kind], size);
  const isOfAll = kind === FaultKind.killAllWorkers;
  return {
    kind,
    index: isOfAll ? 0 : random.int(0, count - 1),
    atMs,
    forMs: random.int(SHORTEST_FAULT_MS, LONGEST_FAULT_MS),
  };
}

interface DrawOptions {
  readonly random: Random;
  readonly size: WorldSize;
}

/**
 * Plans the faults; the same seed gives the same plan. Each kind comes once before any comes again, in a new random
 * order. A fault is left out if its part has another fault at that time. All faults end before the end.
 *
 * @param forMs Length of the time with faults, in milliseconds.
 */
export function scheduleFaults(seed: number, forMs: number, size: WorldSize): Fault[] {
  const random = createRandom(seed, STREAM_OF_FAULTS);
  const faults: Fault[] = [];
  const possible = Object.values(FaultKind).filter((kind) => countOf(PART_OF[kind], size) > 0);
  let kinds: FaultKind[] = [];
  let atMs = FIRST_AFTER_MS;
  while (atMs < forMs) {
    if (kinds.length === 0) kinds = random.shuffle(possible);
    const kind = kinds.pop() ?? FaultKind.killReplica;
    const fault = draw(kind, atMs, { random, size });
    const isLate = fault.atMs + fault.forMs > forMs;
    if (!isLate && !faults.some((other) => isInTheWay(fault, other))) faults.push(fault);
    atMs += random.int(SHORTEST_GAP_MS, LONGEST_GAP_MS);
  }
  return faults;
}
