import { measuredCosts } from '../facts/measured-costs.js';
import { toDemand } from '../model/demand.js';
import { toLongPolls } from '../model/plan.js';
import type { Service } from '../model/service.js';
import { toWorkOfTask, type WorkOfTask } from '../model/work-of-task.js';
import type { Workload } from '../model/workload.js';

import type { Draws } from './draws.js';
import { EventQueue } from './event-queue.js';
import {
  type SimulatedTask,
  startTask,
  takeOpenTask,
  toNextChangeAtMs,
  toNextLookMs,
} from './simulated-task.js';
import { TokenBucket } from './token-bucket.js';

const MS_PER_SECOND = 1_000;
/** A frontend keeps two seconds' worth of requests (`frontend.namespaceBurstRatio`). */
const BURST_SECONDS = 2;
/** What Workers and starts were refused comes again after this time. */
const RETRY_MS = 1_000;

/** What is simulated: one namespace or frontend with its limits, all of its tasks or a sample of them. */
export interface UnitLoad {
  readonly service: Service;
  /** What this unit has to hold. */
  readonly workload: Workload;
  /** The part of its tasks that is played, with as small a part of each limit. */
  readonly sample: number;
  readonly seconds: number;
}

/** What was seen. Rates are a second, of the whole unit and not of the sample. */
export interface UnitResult {
  readonly pollsPerSecond: number;
  /** Without what was tried again. */
  readonly requestsPerSecond: number;
  readonly actionsPerSecond: number;
  /** Of the requests of Workers and starts, the part that was refused at first. */
  readonly refusedWork: number;
  /** Of the requests of whoever looks or waits, the part that was refused. */
  readonly refusedLooks: number;
  /** How late ends of tasks were seen by clients that poll, in milliseconds; not seen yet counts as seen when time is over. */
  readonly endsSeenLateMs: readonly number[];
}

type Event =
  | { readonly kind: 'look'; readonly task: SimulatedTask }
  | { readonly kind: 'change'; readonly task: SimulatedTask }
  | { readonly kind: 'work'; readonly task: SimulatedTask; readonly isRetry: boolean }
  | { readonly kind: 'end'; readonly task: SimulatedTask }
  | { readonly kind: 'stream' };

/** Plays what happens in a namespace, event by event. */
class Unit {
  readonly #load: UnitLoad;
  readonly #draws: Draws;
  readonly #work: WorkOfTask;
  readonly #queue = new EventQueue<Event>();
  /** Starts, Signals and Workers come first; each of them leaves less for whoever looks. */
  readonly #important: TokenBucket;
  readonly #others: TokenBucket;
  readonly #actions: TokenBucket;
  /** Long polls that begin again and looks in turn: as many as the model says. */
  readonly #streamEveryMs: number;
  readonly #counts = { polls: 0, work: 0, refusedWork: 0, looks: 0, refusedLooks: 0, actions: 0 };
  readonly #lateMs: number[] = [];
  /** Tasks that have ended, and whose clients do not know. */
  readonly #unseen = new Set<SimulatedTask>();

  constructor(load: UnitLoad, draws: Draws) {
    const { service, workload, sample } = load;
    this.#load = load;
    this.#draws = draws;
    this.#work = toWorkOfTask(workload.profile);
    this.#important = new TokenBucket(service.requestsPerSecond * sample, BURST_SECONDS);
    this.#others = new TokenBucket(service.requestsPerSecond * sample, BURST_SECONDS);
    const actions = service.actionsPerSecond ?? Infinity;
    this.#actions = new TokenBucket(
      Math.min(actions * sample, Number.MAX_SAFE_INTEGER),
      BURST_SECONDS,
    );
    const { longPolls, looksPerSecond } = toDemand(workload, toLongPolls(service, 1));
    const streamed = longPolls / measuredCosts.longPollSeconds.value + looksPerSecond;
    this.#streamEveryMs = MS_PER_SECOND / (streamed * sample);
  }

  run(): UnitResult {
    const { workload, sample, seconds } = this.#load;
    const tasks = Math.round(workload.openTasks * sample);
    for (let index = 0; index < tasks; index += 1) {
      const task = takeOpenTask(workload, this.#draws);
      const intervalMs = toNextLookMs(workload, task, 0);
      if (task.isPolled) this.#queue.push(this.#draws.share() * intervalMs, { kind: 'look', task });
      this.#follow(task, 0);
    }
    if (this.#streamEveryMs < Infinity) this.#queue.push(0, { kind: 'stream' });
    const untilMs = seconds * MS_PER_SECOND;
    for (let next = this.#queue.pop(); next && next.atMs < untilMs; next = this.#queue.pop()) {
      this.#handle(next.event, next.atMs);
    }
    for (const { endsAtMs } of this.#unseen) this.#lateMs.push(untilMs - endsAtMs);
    return this.#toResult();
  }

  /** What happens to a task, whoever looks at it. */
  #follow(task: SimulatedTask, nowMs: number): void {
    const { endsAtMs, createdAtMs, isWaitedFor } = task;
    const steps = this.#work.actions;
    for (let step = 0; step < steps; step += 1) {
      const atMs = createdAtMs + ((endsAtMs - createdAtMs) * step) / steps;
      if (atMs >= nowMs) this.#queue.push(atMs, { kind: 'work', task, isRetry: false });
    }
    this.#queue.push(endsAtMs, { kind: 'end', task });
    if (isWaitedFor) this.#pushChange(task, nowMs);
  }

  #pushChange(task: SimulatedTask, nowMs: number): void {
    const atMs = toNextChangeAtMs(this.#load.workload, task, nowMs) ?? task.endsAtMs;
    this.#queue.push(atMs, { kind: 'change', task });
  }

  #handle(event: Event, atMs: number): void {
    switch (event.kind) {
      case 'look':
        this.#look(event.task, atMs);
        return;
      case 'change':
        // The task is read, and the next long poll begins.
        this.#ask(atMs);
        this.#ask(atMs);
        if (atMs < event.task.endsAtMs) this.#pushChange(event.task, atMs);
        return;
      case 'work':
        this.#doWork(event.task, atMs, event.isRetry);
        return;
      case 'end':
        if (event.task.isPolled) this.#unseen.add(event.task);
        this.#start(atMs);
        return;
      case 'stream':
        this.#ask(atMs);
        this.#queue.push(atMs + this.#streamEveryMs, event);
    }
  }

  /** For each task that ends another one starts. */
  #start(atMs: number): void {
    const task = startTask(this.#load.workload, atMs, this.#draws);
    this.#follow(task, atMs);
    if (task.isPolled) {
      const intervalMs = toNextLookMs(this.#load.workload, task, atMs);
      this.#queue.push(atMs + intervalMs, { kind: 'look', task });
    }
  }

  #look(task: SimulatedTask, atMs: number): void {
    this.#counts.polls += 1;
    const isServed = this.#ask(atMs);
    if (isServed && atMs >= task.endsAtMs) {
      this.#ask(atMs);
      this.#unseen.delete(task);
      this.#lateMs.push(atMs - task.endsAtMs);
      return;
    }
    const nowMs = Math.min(atMs, task.endsAtMs);
    const intervalMs = toNextLookMs(this.#load.workload, task, nowMs);
    this.#queue.push(atMs + intervalMs, { kind: 'look', task });
  }

  /** @returns Whether a request of somebody who looks or waits was served. */
  #ask(atMs: number): boolean {
    this.#counts.looks += 1;
    if (this.#others.take(atMs)) return true;
    this.#counts.refusedLooks += 1;
    return false;
  }

  /** One Action, with the requests that go with it. */
  #doWork(task: SimulatedTask, atMs: number, isRetry: boolean): void {
    const requests = this.#draws.whole(this.#work.requests / this.#work.actions);
    let isServed = this.#actions.take(atMs);
    for (let request = 0; request < requests; request += 1) {
      isServed = this.#important.take(atMs) && isServed;
      this.#others.reserve(atMs);
    }
    if (!isRetry) {
      this.#counts.actions += 1;
      this.#counts.work += requests;
      if (!isServed) this.#counts.refusedWork += requests;
    }
    if (!isServed) this.#queue.push(atMs + RETRY_MS, { kind: 'work', task, isRetry: true });
  }

  #toResult(): UnitResult {
    const { sample, seconds } = this.#load;
    const { polls, work, refusedWork, looks, refusedLooks, actions } = this.#counts;
    const perSecond = (count: number): number => count / (sample * seconds);
    return {
      pollsPerSecond: perSecond(polls),
      requestsPerSecond: perSecond(work + looks),
      actionsPerSecond: perSecond(actions),
      refusedWork: work === 0 ? 0 : refusedWork / work,
      refusedLooks: looks === 0 ? 0 : refusedLooks / looks,
      endsSeenLateMs: this.#lateMs.toSorted((a, b) => a - b),
    };
  }
}

/** Plays one namespace, or a sample of it. */
export function simulateUnit(load: UnitLoad, draws: Draws): UnitResult {
  return new Unit(load, draws).run();
}
