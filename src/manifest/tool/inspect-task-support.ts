import { TaskSupport, type ToolCatalog } from '../../core/tool/tool-definition.js';
import type { LocatedProblem } from '../file/located-problem.js';

/** Hosts of which it is known that they call no tool that has to be called as a task (docs/hosts.md). */
const SHUT_OUT =
  'opencode, Mastra, OpenAI Agents for Python, LangChain, AI SDK and Claude Code in print mode';

/** Says of each tool that has to be called as a task which hosts cannot call it. */
export function inspectTaskSupport(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()]
    .filter(({ taskSupport }) => taskSupport === TaskSupport.required)
    .map(({ name }) => ({
      path: ['tools', name, 'task'],
      message: `"required" shuts out hosts without tasks: ${SHUT_OUT}. With "optional", a long call of theirs is answered with a handle.`,
    }));
}
