import type { MessageKind } from '../task/task-message.js';

import { ArgumentsShape } from './arguments-shape.js';
import { IdPattern } from './id-pattern.js';
import { isInternalName } from './internal-names.js';
import { looksLikeData } from './looks-like-data.js';

/** Names of each kind that are kept of one Workflow Type. */
const MAX_NAMES = 50;

/** A Task Queue that executions of a Workflow Type were started on. */
export interface SeenTaskQueue {
  readonly name: string;
  /** Number of current pollers. */
  readonly pollers: number;
}

/** A Query, Signal or Update of a Workflow Type. */
export interface SeenMessage {
  readonly kind: MessageKind;
  readonly name: string;
  /** A Worker has declared the handler. Otherwise, a client has sent the message. */
  isDeclared: boolean;
  /** The author's description. */
  description?: string;
  /** Arguments of sent messages. Temporal keeps none of Queries. */
  readonly sent: ArgumentsShape;
  /** Results, of Updates only. */
  readonly results: ArgumentsShape;
}

/** Visibility's facts about one execution. */
export interface RecentExecution {
  readonly isOpen: boolean;
  readonly isChild: boolean;
  readonly isScheduled: boolean;
  /** It failed, was terminated or timed out: nothing is learned from it. */
  readonly hasEndedBadly: boolean;
  readonly taskQueue: string;
  readonly startedAtMs: number;
  /** Names of custom Search Attributes that it has. */
  readonly searchAttributes: readonly string[];
  readonly memo: readonly string[];
  /** The tool that it was started by, if it is a task. */
  readonly tool?: string;
}

/** The survey's record of a Workflow Type: names, counts and shapes, without any value. */
export class WorkflowRecord {
  readonly type: string;
  executions = 0;
  open = 0;
  /** How many failed, were terminated or timed out. */
  endedBadly = 0;
  /** How many executions a parent has started, a Schedule, or a cron expression. */
  children = 0;
  scheduled = 0;
  crons = 0;
  /** Arguments of first runs, without continuations. */
  readonly starts = new ArgumentsShape();
  readonly results = new ArgumentsShape();
  /** How the Workflow IDs are made that others have chosen. */
  readonly ids = new IdPattern();
  /** Details of the last heartbeats of Activities, by Activity Type. */
  readonly heartbeats = new Map<string, ArgumentsShape>();
  readonly memo = new Set<string>();
  readonly searchAttributes = new Set<string>();
  /** Tools that have started some of the executions. */
  readonly tools = new Set<string>();
  /** SDKs of the Workers that have run it, as they call themselves. */
  readonly sdks = new Set<string>();
  /** Most recently used first. */
  taskQueues: readonly SeenTaskQueue[] = [];
  /** A Worker has completed a Workflow Task of an execution. */
  hasRun = false;
  /** A Worker has declared the handlers. */
  hasDefinition = false;
  /** The Workflow shows its current step by itself. */
  hasCurrentDetails = false;
  /** Number of messages that are left out since their names look like data. */
  unnamed = 0;
  readonly #messages = new Map<string, SeenMessage>();
  readonly #usedAtMs = new Map<string, number>();

  constructor(type: string) {
    this.type = type;
  }

  /**
   * Those that a Worker has, in the order of their names, by kind. Where no Worker has said so, an Update that was carried out
   * shows it.
   */
  get messages(): SeenMessage[] {
    const handled = [...this.#messages.values()].filter(
      ({ isDeclared, results }) => isDeclared || (!this.hasDefinition && results.count > 0),
    );
    return handled.sort(
      (one, two) => one.kind.localeCompare(two.kind) || one.name.localeCompare(two.name),
    );
  }

  /** Names of Task Queues, most recently used first. */
  get taskQueueNames(): string[] {
    return [...this.#usedAtMs].sort(([, one], [, two]) => two - one).map(([name]) => name);
  }

  addExecution(seen: RecentExecution): void {
    this.executions += 1;
    if (seen.isOpen) this.open += 1;
    if (seen.hasEndedBadly) this.endedBadly += 1;
    if (seen.isChild) this.children += 1;
    if (seen.isScheduled) this.scheduled += 1;
    if (seen.hasEndedBadly) return;
    const before = this.#usedAtMs.get(seen.taskQueue) ?? 0;
    this.#usedAtMs.set(seen.taskQueue, Math.max(before, seen.startedAtMs));
    addNames(this.memo, seen.memo);
    addNames(this.searchAttributes, seen.searchAttributes);
    if (seen.tool !== undefined) this.tools.add(seen.tool);
  }

  /** The shape of the heartbeats of an Activity Type; `undefined` for one whose name is data. */
  heartbeat(activityType: string): ArgumentsShape | undefined {
    const known = this.heartbeats.get(activityType);
    if (known) return known;
    if (looksLikeData(activityType) || this.heartbeats.size >= MAX_NAMES) return undefined;
    const shape = new ArgumentsShape();
    this.heartbeats.set(activityType, shape);
    return shape;
  }

  /** The record of a message; `undefined` for one that is nobody's business, or whose name is data. */
  message(kind: MessageKind, name: string): SeenMessage | undefined {
    if (name === '' || isInternalName(name)) return undefined;
    const key = `${kind} ${name}`;
    const known = this.#messages.get(key);
    if (known) return known;
    if (looksLikeData(name.replaceAll(' ', '_')) || this.#messages.size >= MAX_NAMES) {
      this.unnamed += 1;
      return undefined;
    }
    const message: SeenMessage = {
      kind,
      name,
      isDeclared: false,
      sent: new ArgumentsShape(),
      results: new ArgumentsShape(),
    };
    this.#messages.set(key, message);
    return message;
  }
}

function addNames(to: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    if (to.size < MAX_NAMES && !isInternalName(name) && !looksLikeData(name)) to.add(name);
  }
}
