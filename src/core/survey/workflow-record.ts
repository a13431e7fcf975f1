import type { MessageKind } from '../task/task-message.js';

import { ArgumentsShape } from './arguments-shape.js';
import { IdPattern } from './id-pattern.js';
import { isInternalName } from './internal-names.js';
import { looksLikeData } from './looks-like-data.js';

/** Maximum number of names of each kind in a record. */
const MAX_NAMES = 50;

/** A Task Queue on which executions of a Workflow Type were started. */
export interface SeenTaskQueue {
  readonly name: string;
  /** Number of current pollers. */
  readonly pollers: number;
}

/** A Query, Signal or Update of a Workflow Type. */
export interface SeenMessage {
  readonly kind: MessageKind;
  readonly name: string;
  /** True if a Worker has declared the handler. Otherwise, the name comes from sent messages. */
  isDeclared: boolean;
  /** The author's description. */
  description?: string;
  /** Arguments of sent messages. Temporal doesn't record those of Queries. */
  readonly sent: ArgumentsShape;
  /** Results of Updates. */
  readonly results: ArgumentsShape;
}

/** Visibility's facts about one execution. */
export interface RecentExecution {
  readonly isOpen: boolean;
  readonly isChild: boolean;
  readonly isScheduled: boolean;
  /** True if it failed, was terminated or timed out. The survey doesn't learn from it. */
  readonly hasEndedBadly: boolean;
  readonly taskQueue: string;
  readonly startedAtMs: number;
  /** Names of its custom Search Attributes. */
  readonly searchAttributes: readonly string[];
  readonly memo: readonly string[];
  /** The tool that started it. Absent if it is no task. */
  readonly tool?: string;
}

/** The survey's record of a Workflow Type: names, counts and shapes, without any value. */
export class WorkflowRecord {
  readonly type: string;
  executions = 0;
  open = 0;
  /** Number of executions that failed, were terminated or timed out. */
  endedBadly = 0;
  /** Numbers of executions started by a parent, by a Schedule, and by a cron expression. */
  children = 0;
  scheduled = 0;
  crons = 0;
  /** Arguments of first runs, without continuations. */
  readonly starts = new ArgumentsShape();
  readonly results = new ArgumentsShape();
  /** The pattern of Workflow IDs that starters have chosen, without children, Schedules and tasks. */
  readonly ids = new IdPattern();
  /** Details of Activities' last heartbeats, by Activity Type. */
  readonly heartbeats = new Map<string, ArgumentsShape>();
  readonly memo = new Set<string>();
  readonly searchAttributes = new Set<string>();
  /** Tools that have started executions of this type. */
  readonly tools = new Set<string>();
  /** SDKs of the Workers that have run it, by the names that they report. */
  readonly sdks = new Set<string>();
  /** Most recently used first. */
  taskQueues: readonly SeenTaskQueue[] = [];
  /** True if a Worker has completed a Workflow Task of an execution. */
  hasRun = false;
  /** True if a Worker has declared the handlers. */
  hasDefinition = false;
  /** True if the Workflow sets current details. */
  hasCurrentDetails = false;
  /** Number of messages left out because their names look like data. */
  unnamed = 0;
  readonly #messages = new Map<string, SeenMessage>();
  readonly #usedAtMs = new Map<string, number>();

  constructor(type: string) {
    this.type = type;
  }

  /**
   * The messages that a Worker handles, sorted by kind and name. If no Worker has declared its handlers, a completed
   * Update proves that its handler exists.
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

  /** Returns the shape of an Activity Type's heartbeats, or `undefined` if its name looks like data. */
  heartbeat(activityType: string): ArgumentsShape | undefined {
    const known = this.heartbeats.get(activityType);
    if (known) return known;
    if (looksLikeData(activityType) || this.heartbeats.size >= MAX_NAMES) return undefined;
    const shape = new ArgumentsShape();
    this.heartbeats.set(activityType, shape);
    return shape;
  }

  /** Returns the record of a message, or `undefined` if it is internal or its name looks like data. */
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
