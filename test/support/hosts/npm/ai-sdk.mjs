/** The MCP client of the AI SDK. Arguments: the server's URL, the URL of the client's module, and the shared server. */
import { main, toText } from './scenarios.mjs';

const { createMCPClient, experimental_createMCPClient } = await import(process.argv[3]);

await main(async (url, headers) => {
  const create = createMCPClient ?? experimental_createMCPClient;
  const client = await create({ transport: { type: 'http', url, headers } });
  const tools = await client.tools();
  return {
    listTools: async () => Object.keys(tools),
    call: async (name, args) =>
      toText(await tools[name].execute(args, { toolCallId: 'call', messages: [] })),
    close: async () => client.close(),
  };
});
