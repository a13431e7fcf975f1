/** What a gate would say to somebody, and why: by the same rules, in words for whoever runs the server. */
import { type Claims, findUnmet, type UnmetRule } from '../core/claims.js';
import { mayUse } from '../core/may-use.js';
import { readTenantOwner } from '../core/owner.js';
import type { Owner } from '../core/tasks.js';
import type { TenantFault } from '../core/tenants.js';

import { readScopes } from './check-claims.js';
import { createDoor, type Door, type DoorOptions, type Entry } from './door.js';
import { type AccessByTool, findLacking } from './lacking-scopes.js';
import { readToken } from './read-token.js';
import { expandScopes } from './scopes.js';
import { type CheckedToken, TokenRejected, VerifierUnavailable } from './token-verdict.js';

/** Who is asked about. */
export type Asker =
  | { readonly token: string }
  /** Claims that are taken as they are. Default for the scopes: those that the claims name. */
  | { readonly claims: Claims; readonly scopes?: readonly string[] | undefined };

/** A scope that is missing. */
export interface MissingScope {
  readonly scope: string;
  /** Broader scopes that it comes with. */
  readonly impliedBy: readonly string[];
}

/** What becomes of every request. */
export type ServerAccess =
  | {
      readonly kind: 'admitted';
      readonly principal: Owner;
      /** Absent where there are no tenants. */
      readonly tenant?: string;
      readonly scopes: readonly string[];
      /** What comes with them. */
      readonly implied: readonly string[];
      /** What every request needs besides: 403 with a challenge. */
      readonly missing: readonly MissingScope[];
      /** Milliseconds since the epoch; absent: no end. */
      readonly untilMs?: number;
    }
  /** 403 without a challenge. */
  | { readonly kind: 'barred'; readonly principal: Owner; readonly unmet: readonly UnmetRule[] }
  /** 403 without a challenge, for want of a tenant. */
  | { readonly kind: 'tenantless'; readonly principal: Owner; readonly fault: TenantFault }
  /** 401, or 503 where it cannot be told. */
  | { readonly kind: 'refused'; readonly status: 401 | 503; readonly reason: string };

/** What becomes of one tool. */
export type ToolReport = { readonly name: string } & (
  | { readonly kind: 'callable' }
  /** Shown; a call is answered with a challenge for all that is needed. */
  | {
      readonly kind: 'challenged';
      readonly needed: readonly string[];
      readonly missing: readonly MissingScope[];
    }
  /** Not there, as far as this one can see. */
  | { readonly kind: 'hidden'; readonly unmet: readonly UnmetRule[] }
);

/** All of it. */
export interface AccessReport {
  readonly server: ServerAccess;
  /** None where nobody is let in. */
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

/** Somebody of whom a token says so much; the one issuer, where there is one and the claims name none. */
function toChecked(
  { claims, scopes }: Extract<Asker, { readonly claims: Claims }>,
  { settings: { issuers, scopeClaims } }: DoorOptions,
): CheckedToken {
  const [first, ...others] = issuers;
  const issuer = first && others.length === 0 ? { iss: first.issuer } : {};
  const whole = { ...issuer, ...claims };
  return { claims: whole, scopes: scopes ?? readScopes(whole, scopeClaims), untilMs: Infinity };
}

/** @throws {TokenRejected | VerifierUnavailable} Where a gate would not let it in. */
async function verify(door: Door, token: string): Promise<CheckedToken> {
  const read = readToken({ authorization: [`Bearer ${token}`], hasQueryToken: false });
  if (read.kind === 'token') return door.verify(read.token);
  throw new TokenRejected('It has characters that no token has, or too many of them');
}

/**
 * Says what a server answers somebody, and what each tool is to them.
 *
 * @param tools What is behind the gate, by name.
 */
export async function explainAccess(
  asker: Asker,
  options: DoorOptions & { readonly tools: AccessByTool },
): Promise<AccessReport> {
  const door = createDoor(options);
  let checked: CheckedToken;
  let entry: Entry;
  try {
    checked = 'token' in asker ? await verify(door, asker.token) : toChecked(asker, options);
    entry = door.admit(checked);
  } catch (error) {
    return toRefused(error);
  }
  if (entry.kind !== 'admitted') {
    const { owner: principal, ...why } = entry;
    return { server: { principal, ...why }, tools: [] };
  }
  const { admission } = entry;
  const { tenant } = readTenantOwner(admission.identity.owner);
  const { scopes: baseline, implies } = options.settings;
  const toMissing = (scopes: readonly string[] = []): MissingScope[] =>
    scopes.map((scope) => ({
      scope,
      impliedBy: Object.keys(implies).filter(
        (broader) => broader !== scope && expandScopes([broader], implies).has(scope),
      ),
    }));
  const lackingFor = (message: unknown): ReturnType<typeof findLacking> =>
    findLacking(admission, message, { scopes: baseline, tools: options.tools });

  const tools = Array.from(options.tools, ([name, tool]): ToolReport => {
    const { identity } = admission;
    if (!mayUse(tool, identity)) {
      return { name, kind: 'hidden', unmet: findUnmet(tool.allow ?? {}, identity.claims ?? {}) };
    }
    const lacking = lackingFor({ method: 'tools/call', params: { name } });
    if (!lacking) return { name, kind: 'callable' };
    return {
      name,
      kind: 'challenged',
      needed: lacking.needed,
      missing: toMissing(lacking.missing),
    };
  });
  return {
    server: {
      kind: 'admitted',
      principal: admission.identity.owner,
      ...(tenant !== undefined && { tenant }),
      scopes: checked.scopes,
      implied: [...admission.scopes].filter((scope) => !checked.scopes.includes(scope)),
      missing: toMissing(lackingFor(undefined)?.missing),
      ...(admission.untilMs !== Infinity && { untilMs: admission.untilMs }),
    },
    tools,
  };
}
