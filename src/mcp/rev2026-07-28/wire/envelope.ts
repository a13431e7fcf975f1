/** `_meta` keys of every request of this generation (Base › `_meta`). */

/** Key of the request's revision. */
export const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';
/** Key of the client's capabilities. */
export const CLIENT_CAPABILITIES_META_KEY = 'io.modelcontextprotocol/clientCapabilities';
/** Key of the client's name and version. */
export const CLIENT_INFO_META_KEY = 'io.modelcontextprotocol/clientInfo';
