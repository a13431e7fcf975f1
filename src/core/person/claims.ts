import { readMember } from '../value/member-path.js';

/** What a verified token says, by claim. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whom something is for: of each claim that is named, one of the values has to be there. */
export type ClaimRules = Readonly<Record<string, readonly string[]>>;

/** Who may use a tool, and with what. */
export interface ToolAccess {
  /** What a token has to grant for a call, besides what every request needs. Absent: nothing. */
  readonly scopes?: readonly string[];
  /** Whom the tool is for. For all others it is not there. Absent: for everybody. */
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
  /** One of these would do. */
  readonly wanted: readonly string[];
  /** What there is; nothing where the claim is missing, or no text. */
  readonly found: readonly string[];
}

/** The rules that claims do not meet. A claim that is a list has to hold one of the values. */
export function findUnmet(rules: ClaimRules, claims: Claims): readonly UnmetRule[] {
  return Object.entries(rules)
    .map(([claim, wanted]) => ({ claim, wanted, found: toTexts(readClaim(claims, claim)) }))
    .filter(({ wanted, found }) => !found.some((text) => wanted.includes(text)));
}

/** Whether claims are such that something is for who has them. */
export function meetsRules(rules: ClaimRules, claims: Claims): boolean {
  return findUnmet(rules, claims).length === 0;
}

/** Some of the claims, by the names that were chosen for them. What is not there is left out. */
export function pickClaims(claims: Claims, names: readonly string[]): Claims {
  const picked = names.map((name) => [name, readClaim(claims, name)] as const);
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined && value !== null));
}
