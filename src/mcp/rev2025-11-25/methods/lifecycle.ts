import { InitializeRequestParamsSchema } from '@modelcontextprotocol/sdk/types.js';

import { limitText } from '../../../core/value/client-limits.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { ServerIdentity } from '../../generation.js';
import type { TasksBinding } from '../request/binding.js';
import type { Row } from '../request/exchange.js';
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
  const { protocolVersion, clientInfo } = InitializeRequestParamsSchema.parse(params);
  return {
    protocolVersion: negotiate(protocolVersion),
    capabilities: parseClientCapabilities(isRecord(params) ? params['capabilities'] : undefined),
    clientName: limitText('clientName', clientInfo.name),
  };
}

export function createLifecycleRows(
  { instructions, ...serverInfo }: ServerIdentity,
  binding: TasksBinding,
): readonly Row[] {
  const { tasks, ...capabilities } = serverCapabilities(binding);
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
