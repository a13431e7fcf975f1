/**
 * The compiled modules use a few functions of these packages, which would add 7 MB each to an installation. So the
 * published package contains these functions as its own files.
 */
export const VENDORED = ['@modelcontextprotocol/server'];
/** Packages whose code the vendored functions contain as well. */
export const WITHIN_VENDORED = ['@modelcontextprotocol/core'];
