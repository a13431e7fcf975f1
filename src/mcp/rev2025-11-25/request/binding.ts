import type { Logger } from '../../../core/logger.js';
import type { Observer } from '../../../core/request/observer.js';
import type { Sealer } from '../../../core/sealer.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { TaskResources } from '../../../service/calls/answer/task-resources.js';
import type { Toolbox } from '../../../service/calls/toolbox.js';
import { QuestionDesk } from '../../../service/questions/question-desk.js';
import type { GenerationOptions } from '../../generation.js';
import type { Rows } from '../../row.js';
import type { Run } from '../../run.js';
import { UnderWay } from '../../under-way.js';
import { KnownTasks } from '../session/known-tasks.js';
import { OpenedTexts } from '../session/opened-texts.js';
import { ShownProgress } from '../session/shown-progress.js';
import { TaskSessions } from '../session/task-sessions.js';
import { ToldStatuses } from '../session/told-statuses.js';
import { protocol } from '../wire/protocol.js';

import type { Exchange, Row } from './exchange.js';

/** Longer than most answers take, and short enough for a Workflow that waits for a lost answer. */
const DEFAULT_ASK_AGAIN_AFTER_MS = 10 * 60_000;

export interface TasksBinding {
  readonly tasks: Tasks;
  readonly tools: Toolbox;
  /** Absent: the server announces no resources. */
  readonly resources: TaskResources | undefined;
  readonly sealer: Sealer;
  readonly sessions: Pick<Sealer, 'open'>;
  readonly canList: boolean;
  readonly logger: Logger | undefined;
  readonly observer: Observer | undefined;
  /** Over HTTP: time until an unanswered question is sent again, in milliseconds. */
  readonly askAgainAfterMs: number;
  /** The shown questions, and those before a start. */
  readonly desk: QuestionDesk;
  readonly progress: ShownProgress;
  readonly statuses: ToldStatuses;
  readonly knownTasks: KnownTasks;
  readonly taskSessions: TaskSessions;
  readonly underWay: UnderWay;
}

/** A generation behind both transports, HTTP and stdio. */
export interface Served {
  readonly binding: TasksBinding;
  readonly rows: Rows<Row>;
  readonly run: Run<Exchange, Row>;
}

/** Creates the state that HTTP and stdio share. Two bindings would ask a client the same question twice. */
export function createBinding({
  tasks,
  tools,
  resources,
  sealer,
  canList = true,
  askAgainAfterMs = DEFAULT_ASK_AGAIN_AFTER_MS,
  logger,
  observer,
}: Omit<GenerationOptions, 'identity'>): TasksBinding {
  return {
    tasks,
    tools,
    resources,
    sealer,
    sessions: new OpenedTexts(sealer),
    canList,
    logger,
    observer,
    askAgainAfterMs,
    desk: new QuestionDesk({ tasks, sealer, protocol }),
    progress: new ShownProgress(),
    statuses: new ToldStatuses(),
    knownTasks: new KnownTasks(),
    taskSessions: new TaskSessions(),
    underWay: new UnderWay(),
  };
}
