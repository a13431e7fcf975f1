import type { ServerIdentity } from '../../generation.js';
import { anyParams, method } from '../../method.js';
import { serverCapabilities, type ServerFeatures } from '../wire/capabilities.js';
import { protocol } from '../wire/protocol.js';

import type { Method } from './request-context.js';

export function createLifecycleMethods(
  { instructions }: ServerIdentity,
  features: ServerFeatures,
): Readonly<Record<string, Method>> {
  const result = {
    supportedVersions: [protocol.version],
    capabilities: serverCapabilities(features),
    ...(instructions !== undefined && { instructions }),
  };
  return { 'server/discover': method({ params: anyParams, run: () => ({ ...result }) }) };
}
