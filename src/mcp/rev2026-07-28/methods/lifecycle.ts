import type { ServerIdentity } from '../../generation.js';
import type { Row } from '../request/row.js';
import { serverCapabilities, type ServerFeatures } from '../wire/capabilities.js';
import { protocol } from '../wire/protocol.js';

export function createDiscover({ instructions }: ServerIdentity, features: ServerFeatures): Row {
  const result = {
    supportedVersions: [protocol.version],
    capabilities: serverCapabilities(features),
    instructions,
  };
  return {
    name: 'server/discover',
    subject: 'none',
    scopes: 'ofServer',
    streams: 'never',
    isCacheable: true,
    run: () => ({ ...result }),
  };
}
