import { InitializeRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js';

import { limitText } from '../../../core/value/client-limits.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { Row } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { hasTasks, negotiate, serverCapabilities } from '../wire/capabilities.js';
import { type ClientCapabilities, parseClientCapabilities } from '../wire/client-capabilities.js';

export const INITIALIZE_METHOD = 'initialize';

export interface Introduction {
  /** The revision of the connection from now on. */
  readonly protocolVersion: string;
  readonly capabilities: ClientCapabilities;
  readonly clientName: string;
}

/** Parses the params of `initialize`, which have been checked with the message. */
export function parseIntroduction(params: unknown): Introduction {
  const { protocolVersion: requested, clientInfo } = InitializeRequestParamsSchema.parse(params);
  const protocolVersion = negotiate(requested);
  const capabilities = isRecord(params) ? params['capabilities'] : undefined;
  return {
    protocolVersion,
    capabilities: parseClientCapabilities(capabilities, protocolVersion),
    clientName: limitText('clientName', clientInfo.name),
  };
}

export function createLifecycleRows(rev: Rev2025): readonly Row[] {
  const { instructions, ...serverInfo } = rev.identity;
  const { tasks, ...capabilities } = serverCapabilities(rev);
  return [
    {
      name: INITIALIZE_METHOD,
      subject: 'none',
      scopes: 'ofServer',
      streams: 'never',
      run(_exchange, params) {
        const { protocolVersion } = parseIntroduction(params);
        return {
          protocolVersion,
          capabilities: { ...capabilities, tasks: hasTasks(protocolVersion) ? tasks : undefined },
          serverInfo,
          instructions,
        };
      },
    },
    { name: 'ping', subject: 'none', scopes: 'ofServer', streams: 'never', run: () => ({}) },
  ];
}
