import { TaskSupport, type ToolCatalog } from '../../core/tool/tool-definition.js';
import type { LocatedProblem } from '../file/manifest-error.js';

/** Hosts that cannot call a tool with `task: required` (docs/hosts.md). */
const SHUT_OUT =
  'opencode, Mastra, OpenAI Agents for Python, LangChain, AI SDK and Claude Code in print mode';

/** Names the hosts that cannot call a tool with `task: required`. */
export function inspectTaskSupport(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()]
    .filter(({ taskSupport }) => taskSupport === TaskSupport.required)
    .map(({ name }) => ({
      path: ['tools', name, 'task'],
      message: `"required" shuts out hosts without tasks: ${SHUT_OUT}. With "optional", a long call of theirs is answered with a handle.`,
    }));
}
