import type { Gate, Verdict } from '../../core/person/gate.js';

import { createEntryCheck, type EntryCheckOptions } from './entry-check.js';
import { explain, refuseToken, refuseUnread } from './explained-refusals.js';
import { type AccessByTool, findLacking } from './lacking-scopes.js';
import { createRefusals } from './refusals.js';
import { toMetadata, toMetadataUrl } from './resource.js';
import { readToken } from './tokens/read-token.js';
import type { CheckedToken } from './tokens/token-verdict.js';

export interface GateOptions extends EntryCheckOptions {
  /** The tools behind the gate, with their scopes and rules. */
  readonly tools: AccessByTool;
  /** The server's path in the application. */
  readonly path: string;
  /** Name of the server, for people. */
  readonly name: string;
}

/**
 * Makes a gate. It decides in this order: presentation of the token, validity, the server's `allow`. When the message
 * is known, it checks scopes.
 */
export function createGate(options: GateOptions): Gate {
  const { settings, tools, logger, path, name } = options;
  const { resource, issuers, scopes: baseline } = settings;
  const refusals = createRefusals({
    metadataUrl: resource === undefined ? undefined : toMetadataUrl(resource),
  });
  const context = { refusals, scopes: baseline, logger };
  const entryCheck = createEntryCheck(options);

  const admit = (checked: CheckedToken): Verdict => {
    const entry = entryCheck.admit(checked);
    if (entry.kind === 'admitted') return entry;
    const { owner } = entry;
    const message = 'The server is not for this owner';
    const why = { level: 'info', message, owner } as const;
    return { kind: 'refused', refusal: explain(refusals.forbidden(), logger, why) };
  };

  return {
    ...(resource !== undefined &&
      issuers.length > 0 && {
        metadata: toMetadata({
          resource,
          path,
          name,
          scopes: baseline,
          issuers: issuers.map(({ issuer }) => issuer),
        }),
      }),

    async authenticate(presented) {
      const read = readToken(presented);
      if (read.kind !== 'token') {
        return { kind: 'refused', refusal: refuseUnread(read.kind, context) };
      }
      try {
        return admit(await entryCheck.verify(read.token));
      } catch (error) {
        return { kind: 'refused', refusal: refuseToken(error, context) };
      }
    },

    authorize(grant, message) {
      const lacking = findLacking(grant, message, { scopes: baseline, tools });
      if (!lacking) return undefined;
      const { owner } = grant.caller;
      const why = { level: 'info', message: 'A request needs more scopes', owner } as const;
      return explain(refusals.insufficientScope(lacking.needed), logger, { ...why, ...lacking });
    },
  };
}
