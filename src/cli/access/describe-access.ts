/** Describes a caller's access, line by line, for people. */
import type { UnmetRule } from '../../core/person/claims.js';
import type {
  AccessReport,
  MissingScope,
  ServerAccess,
  ToolReport,
} from '../../security/auth/explain-access.js';
import type { ApprovalReport } from '../../security/auth/explain-approvals.js';

/** A line of the description. */
export interface AccessLine {
  readonly mark: 'ok' | 'challenge' | 'hidden' | 'PROBLEM';
  readonly text: string;
}

function quoteAll(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(' or ');
}

function describeUnmet(unmet: readonly UnmetRule[]): string {
  return unmet
    .map(({ claim, wanted, found }) => {
      const has = found.length === 0 ? 'is not there' : `is ${found.join(', ')}`;
      return `it takes ${claim} = ${quoteAll(wanted)}, and ${claim} ${has}`;
    })
    .join('; ');
}

function describeMissing(missing: readonly MissingScope[]): string {
  return missing
    .map(({ scope, impliedBy }) =>
      impliedBy.length === 0 ? scope : `${scope} (comes with ${impliedBy.join(', ')} too)`,
    )
    .join(', ');
}

function list(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'none' : scopes.join(', ');
}

function describeServer(server: ServerAccess, ownerTag: string): AccessLine[] {
  switch (server.kind) {
    case 'refused': {
      const what = server.status === 401 ? 'Not let in (401)' : 'Cannot be told (503)';
      return [{ mark: 'PROBLEM', text: `${what}: ${server.reason}.` }];
    }
    case 'barred': {
      const text = `Not let in (403): the server is not for ${server.principal}: ${describeUnmet(server.unmet)}.`;
      return [{ mark: 'PROBLEM', text }];
    }
    case 'admitted': {
      const { principal, scopes, implied, missing, untilMs } = server;
      const until = untilMs === undefined ? '' : `, until ${new Date(untilMs).toISOString()}`;
      const more = implied.length === 0 ? '' : `; with them come ${implied.join(', ')}`;
      return [
        { mark: 'ok', text: `Let in as ${principal}${until}. Owner tag: ${ownerTag}.` },
        { mark: 'ok', text: `Scopes: ${list(scopes)}${more}.` },
        ...(missing.length === 0
          ? []
          : [
              {
                mark: 'PROBLEM' as const,
                text: `Every request is answered with a challenge (403), for lack of ${describeMissing(missing)}.`,
              },
            ]),
      ];
    }
  }
}

function describeTool(tool: ToolReport): AccessLine {
  switch (tool.kind) {
    case 'callable':
      return { mark: 'ok', text: `${tool.name}: shown, and can be called.` };
    case 'challenged':
      return {
        mark: 'challenge',
        text: `${tool.name}: shown; a call is answered with a challenge (403) for ${tool.needed.join(' ')}, for lack of ${describeMissing(tool.missing)}.`,
      };
    case 'hidden':
      return { mark: 'hidden', text: `${tool.name}: not there: ${describeUnmet(tool.unmet)}.` };
  }
}

function describeApprovals(name: string, { others, unmet, own }: ApprovalReport): AccessLine {
  const ofOwn = own ? 'may answer' : 'may not answer (four eyes)';
  if (others) {
    return {
      mark: 'ok',
      text: `${name}: may answer what tasks of others ask, and ${ofOwn} what their own ask.`,
    };
  }
  const why = unmet.length === 0 ? 'its approvers name somebody else' : describeUnmet(unmet);
  return {
    mark: 'hidden',
    text: `${name}: what tasks of others ask is not there: ${why}. They ${ofOwn} what their own ask.`,
  };
}

/**
 * Describes a report.
 *
 * @param ownerTag The tag in the IDs of this principal's tasks, or the reason why it is unknown.
 */
export function describeAccess({ server, tools }: AccessReport, ownerTag: string): AccessLine[] {
  return [
    ...describeServer(server, ownerTag),
    ...tools.flatMap((tool) => [
      describeTool(tool),
      ...(tool.approvals ? [describeApprovals(tool.name, tool.approvals)] : []),
    ]),
  ];
}
