/** The MCP client of Mastra. Arguments: the server's URL, the URL of the client's module, and the shared server. */
import { main } from './scenarios.mjs';

const { MCPClient } = await import(process.argv[3]);
const SERVER = 'host';

/** Returns the text that a model sees: structured content if there is any, or else the result. */
function toText(result) {
  if (result.isError || result.error) throw new Error(JSON.stringify(result));
  if (typeof result === 'string') return result;
  return result.content
    ? result.content.map((part) => part.text ?? '').join('')
    : JSON.stringify(result);
}

await main(async (url, headers) => {
  const server = { url: new URL(url), requestInit: { headers } };
  const client = new MCPClient({ servers: { [SERVER]: server } });
  // Releases before 1.0 take arguments in another layout.
  const isOld = client.listTools === undefined;
  const tools = await (isOld ? client.getTools() : client.listTools());
  return {
    listTools: async () => Object.keys(tools).map((name) => name.slice(SERVER.length + 1)),
    call: async (name, args) =>
      toText(await tools[`${SERVER}_${name}`].execute(isOld ? { context: args } : args, {})),
    close: async () => client.disconnect(),
  };
});
