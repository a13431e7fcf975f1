/** The methods of this generation. They use only core and the call layer. */
import { hasCode, TaskErrorCode } from '../../../core/errors.js';
import {
  FOR_OTHERS_META_KEY,
  type AnswerResults,
  TOO_LATE_META_KEY,
} from '../../../core/question/answer-results.js';
import { parseTaskIdParam } from '../../../core/value/request-params.js';
import type { GenerationOptions } from '../../generation.js';
import { toResourceRows } from '../../resource-rows.js';
import { type Rows, toRows } from '../../row.js';
import type { Row } from '../request/exchange.js';
import { serverCapabilities } from '../wire/capabilities.js';
import { parseTaskUpdate } from '../wire/from-wire.js';
import { protocol } from '../wire/protocol.js';
import { toWireTool } from '../wire/to-wire.js';

import { createCallTool } from './call-tool.js';
import { createListen } from './listen.js';
import { requireTasks } from './require-capability.js';
import { showTask } from './show-task.js';

/** Maximum time for which an update waits until the Workflow has taken an answer. A running Workflow needs less. */
const ANSWERS_TAKEN_MS = 2_000;

/** Makes an acknowledgement. It contains no part of the task; its `_meta` names answers without effect. */
function toAcknowledgement({ tooLate, forOthers }: AnswerResults) {
  if (tooLate.length === 0 && !forOthers) return {};
  return {
    _meta: {
      [TOO_LATE_META_KEY]: tooLate.length > 0 ? tooLate : undefined,
      [FOR_OTHERS_META_KEY]: forOthers,
    },
  };
}

/** A method of tasks checks first that the client has declared the tasks extension. */
function withTasks(row: Row): Row {
  return {
    ...row,
    run: (exchange, params) => {
      requireTasks(exchange.client);
      return row.run(exchange, params);
    },
  };
}

function createTaskRows(options: GenerationOptions): readonly Row[] {
  const { tasks } = options;
  const rows: readonly Row[] = [
    {
      name: 'tasks/get',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      isCacheable: false,
      async run(exchange, params) {
        return showTask(exchange, await tasks.get(exchange, parseTaskIdParam(params)), options);
      },
    },
    {
      name: 'tasks/update',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      isCacheable: false,
      async run(exchange, params) {
        const { taskId, inputResponses } = parseTaskUpdate(params);
        // `get` refuses an expired task: after the time to live, only plain calls accept answers.
        const asked = await tasks.get(exchange, taskId);
        const options = { asked, untilTakenMs: ANSWERS_TAKEN_MS };
        return toAcknowledgement(await tasks.answer(exchange, taskId, inputResponses, options));
      },
    },
    {
      name: 'tasks/cancel',
      subject: 'task',
      scopes: 'ofServer',
      streams: 'never',
      isCacheable: false,
      async run(exchange, params) {
        try {
          await tasks.cancel(exchange, parseTaskIdParam(params), { protocol });
        } catch (error) {
          // The cancellation of a task that has ended is acknowledged, too.
          if (!hasCode(error, TaskErrorCode.taskTerminal)) throw error;
        }
        return {};
      },
    },
  ];
  return rows.map(withTasks);
}

/** Methods that the server does not offer are absent. */
export function createRows(options: GenerationOptions): Rows<Row> {
  const { identity, tools, sealer, resources } = options;
  const resourceRows = resources ? toResourceRows(resources, 'onWait') : [];
  return toRows<Row>([
    {
      name: 'server/discover',
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      isCacheable: true,
      run: () => ({
        supportedVersions: [protocol.version],
        capabilities: serverCapabilities(options),
        instructions: identity.instructions,
      }),
    },
    {
      name: 'tools/list',
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      isCacheable: true,
      run: ({ caller, client }) => ({ tools: tools.list(caller, client).map(toWireTool) }),
    },
    createCallTool({ tools, sealer }),
    ...createTaskRows(options),
    ...resourceRows.map((row) => ({ ...row, isCacheable: true })),
    createListen(options),
  ]);
}
