import { Command, InvalidArgumentError, Option } from 'commander';

import type { DemoFlags } from '../actions/demo.js';
import { addExamples, DEFAULT_URL } from '../options.js';

function parseUrl(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(`Write the URL of an MCP server, like ${DEFAULT_URL}.`);
}

/** `demo`: a client that works with the example tools as a host would, and tells what happens. */
export function createDemoCommand(): Command {
  const command = new Command('demo')
    .description('show what the example tools do, through the official MCP client')
    .addOption(
      new Option(
        '--url <url>',
        `MCP server with the example tools (default: ${DEFAULT_URL}, else one that the demo starts)`,
      ).argParser(parseUrl),
    )
    .addOption(
      new Option('--own-server', 'start a server for the demo, even if one is running').conflicts(
        'url',
      ),
    );
  return addExamples(command, 'demo', 'demo --url http://127.0.0.1:7500/mcp').action(
    async (flags: DemoFlags) => (await import('../actions/demo.js')).demo(flags),
  );
}
