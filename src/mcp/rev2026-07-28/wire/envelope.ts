/** `_meta` keys of every request of this generation (Base › `_meta`). */

/** The revision that the request is of. */
export const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';
/** The client's capabilities. */
export const CLIENT_CAPABILITIES_META_KEY = 'io.modelcontextprotocol/clientCapabilities';
/** `_meta` key of every request, with the client's introduction. */
export const CLIENT_INFO_META_KEY = 'io.modelcontextprotocol/clientInfo';
