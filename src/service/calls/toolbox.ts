import type { Audit } from '../../core/audit.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Caller } from '../../core/person/caller.js';
import { mayUse } from '../../core/person/may-use.js';
import type { Client } from '../../core/request/exchange.js';
import type { ActionCatalog } from '../../core/task/task-action.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import { BuiltInTool, describeHandles } from '../../core/tool/built-in-tools.js';
import {
  type ObjectSchema,
  type ToolCatalog,
  type ToolListing,
} from '../../core/tool/tool-definition.js';
import { findNearest } from '../../core/value/find-nearest.js';
import { quoteName, toLine } from '../../core/value/quote.js';

import { type ActionToolsOptions, createActionTool } from './action-tools/action-tool.js';
import { createUpdateResultTool } from './action-tools/update-result.js';
import type { AnswerBudgets } from './answer/answer-budget.js';
import type { NextTools } from './answer/handle-result.js';
import { findHostLimit, HOST_TIMES, type HostTimes } from './answer/host-limits.js';
import { keepsQuestions } from './answer/open-questions.js';
import { auditCall, recordUnknown } from './audit-call.js';
import { Repeats } from './call/repeats.js';
import type { Tool } from './call/tool.js';
import { createWorkflowTool } from './call-workflow.js';
import { createTaskAnswerTool } from './task-tools/task-answer.js';
import { createTaskCancelTool } from './task-tools/task-cancel.js';
import { createTaskListTool } from './task-tools/task-list.js';
import { createTaskResultTool } from './task-tools/task-result.js';
import { createTaskStatusTool } from './task-tools/task-status.js';
import { type TaskToolsOptions, toNextTools } from './task-tools/task-tools-options.js';

/** Maximum share of characters in which a misspelled name may differ from the right one. */
const MAX_TYPO_SHARE = 0.4;

export interface Toolbox {
  /**
   * The tools for a client. Tools that act on tasks are listed only for clients that do not use tasks, or that are
   * known to give up long ones. Tools that the caller may not use are left out.
   */
  readonly list: (
    caller: Caller,
    client: Pick<Client, 'usesTasks' | 'name'>,
  ) => readonly ToolListing[];
  /** Returns true if a tool has this name, for any caller. */
  readonly has: (name: string) => boolean;
  /** The listed schema of a tool's arguments; `undefined` if the caller has no tool of that name. */
  readonly schemaOf: (name: string, caller: Caller) => ObjectSchema | undefined;
  readonly asksBeforeStart: (name: string, caller: Caller) => boolean;
  /** Returns true if questions of a tool's tasks stay open although the client cannot be asked. */
  readonly keepsQuestions: (name: string) => boolean;
  /** A client of a task gets its end: an equal call is new from then on, as after the result of a plain call. */
  readonly shown: (ended: Task) => void;
  /**
   * Carries out a call. The audit log has it before its work starts.
   *
   * @throws {TaskError} The errors of {@link Tool.call}. `unknownTool` if the caller has no tool of that name; the
   * message suggests a similar name, if there is one.
   */
  readonly call: Tool['call'];
}

export interface ToolboxOptions {
  /** Records calls and refusals. Default: no records. */
  readonly auditLog?: Audit | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
  /** Prefix of the tools that act on tasks; `false` offers none. Default: no prefix. */
  readonly taskTools?: string | false | undefined;
  /** The prefix that a gateway gives the names of tools, for texts to models. Default: nothing. */
  readonly toolPrefix?: string | undefined;
  /**
   * Time until calls of a host are answered, in milliseconds, by the host's name. Default: the times of known hosts.
   */
  readonly hosts?: ReadonlyMap<string, number> | undefined;
  /** The tools that send messages to running tasks. Default: none. */
  readonly actions?: ActionCatalog | undefined;
  /** The known hosts. Default: {@link HOST_TIMES}. */
  readonly times?: HostTimes | undefined;
  /** Returns the address of a task's page. Absent: the server has no pages. */
  readonly pageOf?: NextTools['pageOf'] | undefined;
}

function unknownTool(name: string, names: Iterable<string>): TaskError {
  const maxOff = ({ length }: string): number => Math.max(name.length, length) * MAX_TYPO_SHARE;
  const nearest = findNearest(name, names, maxOff);
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  return new TaskError(TaskErrorCode.unknownTool, `Unknown tool: ${quoteName(name)}${hint}`);
}

function withHandles(listing: ToolListing, { result }: NextTools): ToolListing {
  if (listing.taskSupport === 'required') return listing;
  const description = describeHandles(listing.shown.description, result);
  return { ...listing, shown: { ...listing.shown, description } };
}

/** The tools for clients without task support to continue with tasks that their calls have started. */
function createTaskTools(options: TaskToolsOptions): readonly Tool[] {
  return [
    createTaskResultTool(options),
    createTaskStatusTool(options),
    createTaskAnswerTool(options),
    createTaskCancelTool(options),
    createTaskListTool(options),
  ];
}

/** If an action sends an Update, adds the tool that collects results of Updates. */
function createActionTools(options: ActionToolsOptions): readonly Tool[] {
  const { actions, collect } = options;
  const all = [...actions.values()];
  const hasUpdates = all.some(({ message }) => message.kind === 'update');
  return [
    ...all.map((action) => createActionTool(action, options)),
    ...(collect !== undefined && hasUpdates ? [createUpdateResultTool(collect, options)] : []),
  ];
}

/** If several tools have one name, the first counts. */
function toFirstByName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!byName.has(tool.listing.name)) byName.set(tool.listing.name, tool);
  }
  return byName;
}

/**
 * Makes the tools of a catalog, its actions and the tools for tasks, over a task port. Tools of the manifest take
 * precedence over tools for tasks of the same name.
 */
export function createToolbox(
  tasks: Tasks,
  catalog: ToolCatalog,
  {
    auditLog,
    logger,
    taskTools = '',
    toolPrefix = '',
    hosts = new Map(),
    actions = new Map(),
    times = HOST_TIMES,
    pageOf,
  }: ToolboxOptions = {},
): Toolbox {
  const repeats = new Repeats();
  const budgets: AnswerBudgets = { byHost: hosts, times, reads: repeats.reads };
  const hasTaskTools = taskTools !== false;
  const prefix = taskTools === false ? '' : taskTools;
  const ofTasks = hasTaskTools
    ? createTaskTools({ tasks, catalog, budgets, prefix, toolPrefix, repeats, pageOf })
    : [];
  const next = hasTaskTools ? toNextTools({ prefix, toolPrefix, pageOf }) : undefined;
  const collect = hasTaskTools ? `${prefix}${BuiltInTool.update}` : undefined;
  const ofWorkflows = [...catalog.values()].map((tool) =>
    createWorkflowTool({ tool, tasks, budgets, next, repeats, logger }),
  );
  const ofActions = createActionTools({ tasks, actions, budgets, collect, toolPrefix });
  const own = toFirstByName([...ofWorkflows, ...ofActions]);
  const tools = toFirstByName([...own.values(), ...ofTasks]);
  const letsModelAnswer = [...catalog.values()].some(({ access }) => access.modelMayAnswer);
  const listings = {
    own: [...own.values()].map(({ listing }) => listing),
    all: [...tools.values()]
      .filter(({ listing }) => letsModelAnswer || listing.name !== `${prefix}${BuiltInTool.answer}`)
      .map(({ listing }) =>
        next && catalog.has(listing.name) ? withHandles(listing, next) : listing,
      ),
  };
  const isFor = (name: string, caller: Caller): boolean => {
    const tool = catalog.get(name) ?? actions.get(name);
    return tool === undefined || mayUse(tool.access, caller);
  };
  return {
    list: (caller, client) => {
      const givesUp = findHostLimit(times, client.name)?.givesUpTasksAfterMs !== undefined;
      const listed = client.usesTasks && !givesUp ? listings.own : listings.all;
      return listed.filter(({ name }) => isFor(name, caller));
    },
    has: (name) => tools.has(name),
    schemaOf: (name, caller) =>
      isFor(name, caller) ? tools.get(name)?.listing.shown.inputSchema : undefined,
    asksBeforeStart: (name, caller) =>
      isFor(name, caller) && tools.get(name)?.asksBeforeStart === true,
    keepsQuestions: (name) => {
      const tool = catalog.get(name);
      return tool !== undefined && keepsQuestions(tool);
    },
    shown: (ended) => {
      repeats.shown(catalog.get(ended.toolName), ended);
    },
    call: async (exchange, request) => {
      const { name } = request;
      const { caller } = exchange;
      const tool = isFor(name, caller) ? tools.get(name) : undefined;
      if (tool)
        return auditCall(auditLog, exchange, name, async () => tool.call(exchange, request));
      recordUnknown(auditLog, exchange, name, tools.has(name));
      const names = [...tools.keys()].filter((other) => isFor(other, caller));
      throw unknownTool(toLine(name), names);
    },
  };
}
