/**
 * Packages of which the compiled modules use a few functions, and which would add 7 MB each to an installation: the published
 * package has these functions as files of its own.
 */
export const VENDORED = ['@modelcontextprotocol/client', '@modelcontextprotocol/server'];
/** What the vendored functions come with. */
export const WITHIN_VENDORED = ['@modelcontextprotocol/core'];
