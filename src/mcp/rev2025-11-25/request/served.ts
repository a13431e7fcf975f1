import { QuestionDesk } from '../../../service/questions/question-desk.js';
import type { GenerationOptions } from '../../generation.js';
import type { Rows } from '../../row.js';
import type { Run } from '../../run.js';
import { UnderWay } from '../../under-way.js';
import { SessionMemory } from '../session/session-memory.js';
import { protocol } from '../wire/protocol.js';

import type { Exchange, Row } from './exchange.js';

/** Longer than most answers take, and short enough for a Workflow that waits for a lost answer. */
const DEFAULT_ASK_AGAIN_AFTER_MS = 10 * 60_000;

/** The settings and the state of this generation. HTTP and stdio share them. */
export interface Rev2025 extends GenerationOptions {
  readonly canList: boolean;
  readonly askAgainAfterMs: number;
  /** The shown questions, and those before a start. */
  readonly desk: QuestionDesk;
  readonly memory: SessionMemory;
  readonly underWay: UnderWay;
}

/** A generation behind both transports, HTTP and stdio. */
export interface Served extends Rev2025 {
  readonly rows: Rows<Row>;
  readonly run: Run<Exchange, Row>;
}

/** Creates the state of a generation. Two of them would ask a client the same question twice. */
export function createRev2025({
  canList = true,
  askAgainAfterMs = DEFAULT_ASK_AGAIN_AFTER_MS,
  ...options
}: GenerationOptions): Rev2025 {
  const { tasks, sealer } = options;
  return {
    ...options,
    canList,
    askAgainAfterMs,
    desk: new QuestionDesk({ tasks, sealer, protocol }),
    memory: new SessionMemory(sealer),
    underWay: new UnderWay(),
  };
}
