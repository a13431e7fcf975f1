/** Owners of tasks: texts, the same for every request of one authorization context. */

/** The owner of every task of a server without authentication. */
export const LOCAL_OWNER = 'local';

/** The texts in a JSON list of texts, the first of which may be missing (`null`); `undefined` for any other text. */
function readList(text: string): readonly [(string | null)?, ...string[]] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const list = JSON.parse(text) as [unknown, ...string[]];
    const isList = list.every(
      (part, at) => typeof part === 'string' || (at === 0 && part === null),
    );
    return isList ? (list as [string | null, ...string[]]) : undefined;
  } catch {
    return undefined;
  }
}

/** An owner, apart from the tenant. */
export interface TenantOwner {
  /** Absent: none. */
  readonly tenant?: string;
  /** Whoever it is there, as an owner without a tenant is called. */
  readonly owner: string;
}

/** How the text of an owner in a tenant begins. No gate names anybody so. */
const TENANT_START = '{"tenant":';

/**
 * The owner that somebody is in a tenant: another one in each.
 *
 * @param owner As a gate names it: a JSON list.
 */
export function toTenantOwner(tenant: string, owner: string): string {
  return `${TENANT_START}${JSON.stringify(tenant)},"owner":${owner}}`;
}

/** Which tenant an owner is in, and as whom. */
export function readTenantOwner(owner: string): TenantOwner {
  if (!owner.startsWith(TENANT_START)) return { owner };
  try {
    const { tenant, owner: within } = JSON.parse(owner) as Readonly<Record<string, unknown>>;
    if (typeof tenant === 'string') return { tenant, owner: JSON.stringify(within) };
  } catch {
    // The name that some program has given to somebody.
  }
  return { owner };
}

/** How an owner was named whose names a gate knows. */
export interface NamedOwner {
  readonly kind: 'user' | 'client' | 'static' | 'own';
  readonly issuer?: string;
  /** One, or as many as `principal` names claims. */
  readonly names: readonly string[];
}

/**
 * The names that an owner is made of; `undefined` for one that was named in any other way. Lists of other shapes than a gate
 * makes are the names of some program.
 */
export function readNames(owner: string): NamedOwner | undefined {
  const [first, second, ...names] = readList(readTenantOwner(owner).owner) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (names.length === 0) {
    return first === 'own' || first === 'static' ? { kind: first, names: [second] } : undefined;
  }
  if (second !== 'user' && second !== 'client') return undefined;
  return { kind: second, ...(first !== null && { issuer: first }), names };
}

/**
 * What other systems call an owner. Of a token's bearer, that is the name without the issuer that gave it; a client that
 * acts for nobody has none, since it may be called what somebody is. An owner that was named in any other way is called so.
 * The tenant is no part of it.
 */
export function toOwnerName(owner: string): string | undefined {
  const { owner: within } = readTenantOwner(owner);
  // Without an issuer, nobody says that the name is one of theirs.
  const list = readList(within);
  if (!list || list[0] === null) return within;
  const { kind, names } = readNames(owner) ?? {};
  return (kind === 'own' || kind === 'user') && names?.length === 1 ? names[0] : undefined;
}

/** What stands for an owner in the texts of a manifest. */
export function toOwnerText(owner: string): string {
  return toOwnerName(owner) ?? readTenantOwner(owner).owner;
}
