/** Path of the Streamable HTTP endpoint. */
export const MCP_PATH = '/mcp';
