/** Explains the gate's decisions about a caller to the operator, by the same rules. */
import { findUnmet, type ToolAccess, type UnmetRule } from '../../core/person/claims.js';
import { mayUse } from '../../core/person/may-use.js';
import type { Approvers } from '../../core/question/approvers.js';

import { type Credentials, type Entered, admitAs } from './admit-as.js';
import type { EntryCheckOptions } from './entry-check.js';
import { type ApprovalReport, explainApprovals } from './explain-approvals.js';
import { findLacking } from './lacking-scopes.js';
import { expandScopes } from './scopes.js';
import { TokenRejected, VerifierUnavailable } from './tokens/token-verdict.js';

export interface MissingScope {
  readonly scope: string;
  /** Broader scopes that imply this scope. */
  readonly impliedBy: readonly string[];
}

/** The gate's decision on every request. */
export type ServerAccess =
  | {
      readonly kind: 'admitted';
      readonly principal: string;
      readonly scopes: readonly string[];
      /** Scopes that the caller's own scopes imply. */
      readonly implied: readonly string[];
      /** Scopes that every request needs and the caller lacks: 403 with a challenge. */
      readonly missing: readonly MissingScope[];
      /** End of the admission, in milliseconds since the epoch. Absent: no end. */
      readonly untilMs?: number;
    }
  /** 403 without a challenge. */
  | { readonly kind: 'barred'; readonly principal: string; readonly unmet: readonly UnmetRule[] }
  /** 401, or 503 if the token cannot be verified now. */
  | { readonly kind: 'refused'; readonly status: 401 | 503; readonly reason: string };

/** A tool: who may use it, and who may answer its tasks' questions. */
export interface ExplainedTool extends ToolAccess {
  /** Absent: only the owner of a task may answer. */
  readonly approvers?: Approvers;
}

/** The decision on one tool. */
export type ToolReport = {
  readonly name: string;
  /** Absent if only the owner of a task may answer. */
  readonly approvals?: ApprovalReport;
} & (
  | { readonly kind: 'callable' }
  /** The tool is listed. The server answers a call with a challenge for all scopes that it needs. */
  | {
      readonly kind: 'challenged';
      readonly needed: readonly string[];
      readonly missing: readonly MissingScope[];
    }
  /** The tool does not exist for this caller. */
  | { readonly kind: 'hidden'; readonly unmet: readonly UnmetRule[] }
);

/** The decisions about a caller: on the server, and on each tool. */
export interface AccessReport {
  readonly server: ServerAccess;
  /** Empty if the caller is not admitted. */
  readonly tools: readonly ToolReport[];
}

function toReason({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function toRefused(error: unknown): AccessReport {
  const isRejected = error instanceof TokenRejected;
  if (!isRejected && !(error instanceof VerifierUnavailable)) throw error;
  const status = isRejected ? 401 : 503;
  return { server: { kind: 'refused', status, reason: toReason(error) }, tools: [] };
}

/**
 * Explains a server's decisions about a caller, for each tool.
 *
 * @param tools The tools behind the gate, by name.
 */
export async function explainAccess(
  credentials: Credentials,
  options: EntryCheckOptions & { readonly tools: ReadonlyMap<string, ExplainedTool> },
): Promise<AccessReport> {
  let entered: Entered;
  try {
    entered = await admitAs(credentials, options);
  } catch (error) {
    return toRefused(error);
  }
  const { checked, entry } = entered;
  if (entry.kind !== 'admitted') {
    const { owner: principal, ...why } = entry;
    return { server: { principal, ...why }, tools: [] };
  }
  const { grant } = entry;
  const { scopes: baseline, implies } = options.settings;
  const toMissing = (scopes: readonly string[] = []): MissingScope[] =>
    scopes.map((scope) => ({
      scope,
      impliedBy: Object.keys(implies).filter(
        (broader) => broader !== scope && expandScopes([broader], implies).has(scope),
      ),
    }));
  const lackingFor = (message: unknown): ReturnType<typeof findLacking> =>
    findLacking(grant, message, { scopes: baseline, tools: options.tools });

  const tools = Array.from(options.tools, ([name, tool]): ToolReport => {
    const { caller } = grant;
    const { allow = {}, approvers } = tool;
    const about = {
      name,
      ...(approvers && { approvals: explainApprovals(approvers, caller) }),
    };
    if (!mayUse(tool, caller)) {
      return { ...about, kind: 'hidden', unmet: findUnmet(allow, caller.claims ?? {}) };
    }
    const lacking = lackingFor({ method: 'tools/call', params: { name } });
    if (!lacking) return { ...about, kind: 'callable' };
    return {
      ...about,
      kind: 'challenged',
      needed: lacking.needed,
      missing: toMissing(lacking.missing),
    };
  });
  return {
    server: {
      kind: 'admitted',
      principal: grant.caller.owner,
      scopes: checked.scopes,
      implied: [...grant.scopes].filter((scope) => !checked.scopes.includes(scope)),
      missing: toMissing(lackingFor(undefined)?.missing),
      ...(grant.untilMs !== Infinity && { untilMs: grant.untilMs }),
    },
    tools,
  };
}
