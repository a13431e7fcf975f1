/** Tools that some hosts refuse, hide or cut. */
import { BuiltInTool, builtInNames, describeHandles } from '../core/tool/built-in-tools.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';
import { toLine } from '../core/value/quote.js';
import type { LocatedProblem } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';

/** Hosts that cannot call a tool with `task: required` (docs/hosts.md). */
const SHUT_OUT =
  'opencode, Mastra, OpenAI Agents for Python, LangChain, AI SDK and Claude Code in print mode';

export function inspectTaskSupport(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()]
    .filter(({ task }) => task.support === 'required')
    .map(({ name }) => ({
      path: ['tools', name, 'task'],
      message: `"required" shuts out hosts without tasks: ${SHUT_OUT}. With "optional", these hosts get a handle for a long call.`,
    }));
}

/** The length of a tool's name with the server's, as hosts give it to a model (`mcp__server__tool`). */
const MAX_SHOWN_NAME = 64;

function inspectName(name: string, { server }: Manifest): string[] {
  const hostName = `mcp__${server.name}__${name}`;
  const dots = name.includes('.')
    ? [
        `"${name}" has a dot, which GitHub Copilot CLI, Claude Desktop and the APIs of Claude and OpenAI models refuse: write "${name.replaceAll('.', '_')}".`,
      ]
    : [];
  const tooMany = hostName.length - MAX_SHOWN_NAME;
  if (tooMany <= 0) return dots;
  return [
    ...dots,
    `Hosts name this tool "${hostName}" to a model, which has ${hostName.length} characters. Claude Code, Cursor and the APIs of models allow ${MAX_SHOWN_NAME}: shorten it by ${tooMany}, or shorten "name" of the server.`,
  ];
}

/** Names that MCP allows, and hosts refuse or hide. */
export function inspectNames(manifest: Manifest): LocatedProblem[] {
  const { tools, actions, taskTools } = manifest;
  const sections = { tools: [...tools.keys()], actions: [...(actions?.keys() ?? [])] };
  const named = Object.entries(sections).flatMap(([section, names]) =>
    names.flatMap((name) =>
      inspectName(name, manifest).map((message) => ({ path: [section, name], key: name, message })),
    ),
  );
  const builtIn = builtInNames(taskTools).flatMap((name) => inspectName(name, manifest));
  return [
    ...named,
    ...builtIn.slice(0, 1).map((message) => ({ path: ['server', 'taskTools'], message })),
  ];
}

/** The longest description that the API of OpenAI takes, and the length at which Claude Code cuts it. */
const MAX_DESCRIPTION = 1_024;
const CUT_DESCRIPTION = 2_048;

/** Descriptions, as `tools/list` has them, that hosts refuse or cut. */
export function inspectDescriptions({
  tools,
  actions,
  taskTools,
  toolPrefix = '',
}: Manifest): LocatedProblem[] {
  const resultTool = `${toolPrefix}${taskTools === false ? '' : (taskTools ?? '')}${BuiltInTool.result}`;
  const all = [...tools.values(), ...(actions?.values() ?? [])];
  return all.flatMap(({ name, shown: { description }, ...tool }) => {
    const isHandled = taskTools !== false && 'task' in tool && tool.task.support !== 'required';
    const listed = isHandled ? describeHandles(description, resultTool) : (description ?? '');
    if (listed.length <= MAX_DESCRIPTION) return [];
    const cut =
      listed.length > CUT_DESCRIPTION ? `, and Claude Code cuts it at ${CUT_DESCRIPTION}` : '';
    const own = listed.length - (description ?? '').length;
    const added =
      own === 0 ? '' : `, ${own} of them for a sentence about handles that the server adds`;
    return [
      {
        path: [actions?.has(name) === true ? 'actions' : 'tools', name, 'description'],
        message: `tools/list has a description of ${listed.length} characters${added}. The API of OpenAI allows ${MAX_DESCRIPTION}${cut}: shorten it by ${listed.length - MAX_DESCRIPTION}.`,
      },
    ];
  });
}

/** Longest Workflow Type in a drafted description, in characters. */
const MAX_TYPE_LENGTH = 100;
/** The names that `init` gives to arguments by position. */
const DRAFTED_NAME = /^arg\d+$/;

/** The description of a tool that `init` drafts, for an engineer to replace. */
export function toDraftDescription(workflowType: string): string {
  return `Runs the workflow ${toLine(workflowType, MAX_TYPE_LENGTH)}.`;
}

/** Drafts of `init` that nobody has gone through: a model would choose by the name alone. */
export function inspectDrafts(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()].flatMap(({ name, shown, start }) => {
    const drafted = Object.keys(shown.inputSchema['properties'] ?? {}).filter((key) =>
      DRAFTED_NAME.test(key),
    );
    const path = ['tools', name];
    return [
      ...(shown.description === toDraftDescription(start.type)
        ? [
            {
              path: [...path, 'description'],
              message:
                'This is the draft of "init". Say what the tool does and when to call it: models choose by that.',
            },
          ]
        : []),
      ...drafted.map((argument) => ({
        path: [...path, 'input', 'properties', argument],
        key: argument,
        message: `"${argument}" is a name of the draft of "init". Give the argument a name that says what it is, here and in "${start.kind}".`,
      })),
    ];
  });
}
