import type { Tool } from '../call/tool.js';

import { createActionTool } from './action-tool.js';
import type { ActionToolsOptions } from './action-tools-options.js';
import { createUpdateResultTool } from './update-result.js';

/** If an action sends an Update, adds the tool that collects results of Updates. */
export function createActionTools(options: ActionToolsOptions): readonly Tool[] {
  const { actions, collect } = options;
  const all = [...actions.values()];
  const hasUpdates = all.some(({ message }) => message.kind === 'update');
  const collecting =
    collect === undefined || !hasUpdates ? [] : [createUpdateResultTool(collect, options)];
  return [...all.map((action) => createActionTool(action, options)), ...collecting];
}
