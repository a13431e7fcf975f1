import { readMember } from '../value/member-path.js';

/** The claims of a verified token, by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Required claims: the caller has at least one of the listed values of each claim. */
export type ClaimRules = Readonly<Record<string, readonly string[]>>;

/** Requirements for the use of a tool. */
export interface ToolAccess {
  /** Scopes that a call needs besides those of every request. Absent: no further scopes. */
  readonly scopes?: readonly string[];
  /** Required claims. The tool is hidden from other callers. Absent: every caller has it. */
  readonly allow?: ClaimRules;
}

/** A claim by its name, or by a path of names with dots between them (`realm_access.roles`). A name goes first. */
export function readClaim(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : readMember(claims, name);
}

function toTexts(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      ? [String(one)]
      : [],
  );
}

/** A rule that claims do not meet. */
export interface UnmetRule {
  readonly claim: string;
  /** The values, of which one would do. */
  readonly wanted: readonly string[];
  /** The caller's values; empty if the claim is missing or not a text. */
  readonly found: readonly string[];
}

/** The rules that claims do not meet. A claim that is a list has to hold one of the values. */
export function findUnmet(rules: ClaimRules, claims: Claims): readonly UnmetRule[] {
  return Object.entries(rules)
    .map(([claim, wanted]) => ({ claim, wanted, found: toTexts(readClaim(claims, claim)) }))
    .filter(({ wanted, found }) => !found.some((text) => wanted.includes(text)));
}

/** Returns true if claims meet all rules. */
export function meetsRules(rules: ClaimRules, claims: Claims): boolean {
  return findUnmet(rules, claims).length === 0;
}

/** Picks claims by name. Missing ones are left out. */
export function pickClaims(claims: Claims, names: readonly string[]): Claims {
  const picked = names.map((name) => [name, readClaim(claims, name)] as const);
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined && value !== null));
}
