import { readMember } from '../value/member-path.js';

/** The claims of a verified token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Required claims: the caller has at least one of the listed values of each claim. */
export type ClaimRules = Readonly<Record<string, readonly string[]>>;

/** Who may see and call a tool or an action. */
export interface CallAccess {
  /** Scopes that a call needs in addition to those of every request. Absent: no further scopes. */
  readonly scopes?: readonly string[] | undefined;
  /** Required claims. The tool is hidden from other callers. Absent: every caller has it. */
  readonly allow?: ClaimRules | undefined;
}

/** Reads a claim by its name, or by a path with dots (`realm_access.roles`). An exact name takes precedence. */
export function readClaim(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : readMember(claims, name);
}

function toTexts(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => {
    // Two numbers beyond ±(2^53 − 1) may be one after they were parsed.
    const isExact = !Number.isInteger(item) || Number.isSafeInteger(item);
    return isExact && ['string', 'number', 'boolean'].includes(typeof item) ? [String(item)] : [];
  });
}

/** Names the claims that do not meet their rules. If a claim is a list, one of its values must be accepted. */
export function findUnmet(rules: ClaimRules, claims: Claims): readonly string[] {
  return Object.entries(rules)
    .filter(
      ([name, wanted]) => !toTexts(readClaim(claims, name)).some((text) => wanted.includes(text)),
    )
    .map(([name]) => name);
}

export function meetsRules(rules: ClaimRules, claims: Claims): boolean {
  return findUnmet(rules, claims).length === 0;
}

export function pickClaims(claims: Claims, names: readonly string[]): Claims {
  const picked = names.map((name) => [name, readClaim(claims, name)] as const);
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined && value !== null));
}
