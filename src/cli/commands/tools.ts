import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';

import { toCleanJson } from '../../app/config/clean-text.js';
import { createCommand } from '../create-command.js';
import { answerStream } from '../keep-stdout.js';
import { addServerFlags, listAllTools, type ServerFlags, withClient } from '../mcp-client.js';
import { addExamples } from '../options.js';
import { printLine } from '../print-line.js';

interface ToolsFlags extends ServerFlags {
  readonly json?: true | undefined;
}

interface Property {
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly description?: string | undefined;
}

function describeProperty(name: string, property: Property, isRequired: boolean): string {
  const type = property.enum
    ? property.enum.map((value) => JSON.stringify(value)).join(' | ')
    : [property.type ?? 'any'].flat().join(' | ');
  const description = property.description === undefined ? '' : `: ${property.description}`;
  return `${name} (${type}${isRequired ? '' : ', optional'})${description}`;
}

function print({ name, title, description = '', execution, inputSchema }: Tool): void {
  const support = execution?.taskSupport ?? 'forbidden';
  printLine(`${name}${title === undefined ? '' : ` (${title})`}, task ${support}`);
  for (const line of description.split('\n'))
    if (line.trim() !== '') printLine(line, { lead: '   ' });
  const { properties = {}, required = [] } = inputSchema;
  for (const [property, schema] of Object.entries(properties)) {
    printLine(describeProperty(property, schema, required.includes(property)), {
      lead: '   - ',
    });
  }
}

async function listTools(flags: ToolsFlags): Promise<void> {
  await withClient(flags, {}, async (client) => {
    const tools = await listAllTools(client);
    if (flags.json) answerStream().write(`${toCleanJson(tools)}\n`);
    else tools.forEach(print);
  });
}

/** `tools`: what clients see of a running server, or of a manifest. */
export function createToolsCommand(): Command {
  const command = createCommand('tools').option('--json', 'print the tools as clients get them');
  return addExamples(
    addServerFlags(command),
    'tools',
    'tools --manifest mcp-tasks.yaml --json',
  ).action(listTools);
}
