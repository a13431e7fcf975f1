/** Owners of tasks. An owner is a text, equal for all requests of one authorization context. */

import type { Caller } from './caller.js';

/** The owner of every task of a server without authentication. */
export const LOCAL_OWNER = 'local';

/** Reads a JSON list of texts whose first entry may be `null`; `undefined` for other texts. */
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

/** The parts of an owner's name that a gate made. */
export interface NamedOwner {
  readonly kind: 'user' | 'client' | 'static' | 'own';
  readonly issuer?: string | undefined;
  /** A single name, or a name for each claim of `principal`. */
  readonly names: readonly string[];
}

/**
 * Reads the parts of an owner's name; `undefined` if the gate did not make the name. Lists in other shapes are names
 * that an operator's program chose.
 */
export function readNames(owner: string): NamedOwner | undefined {
  const [first, second, ...names] = readList(owner) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (names.length === 0) {
    return first === 'own' || first === 'static' ? { kind: first, names: [second] } : undefined;
  }
  if (second !== 'user' && second !== 'client') return undefined;
  return { kind: second, issuer: first ?? undefined, names };
}

/**
 * The owner's name in other systems. For a user, that is the name without the issuer. A client without a user has
 * none, since it might equal a user's name. Names from other programs stay unchanged.
 */
export function toOwnerName(owner: string): string | undefined {
  // Without an issuer, the name could belong to another issuer's user.
  const list = readList(owner);
  if (!list || list[0] === null) return owner;
  const { kind, names } = readNames(owner) ?? {};
  return (kind === 'own' || kind === 'user') && names?.length === 1 ? names[0] : undefined;
}

/**
 * Returns true if two callers of a server may have the same name, but for their issuer: with several issuers, and with
 * an issuer and static tokens.
 */
export function mayHaveNamesakes({
  issuers = [],
  tokens = [],
}: {
  readonly issuers?: readonly unknown[] | undefined;
  readonly tokens?: readonly unknown[] | undefined;
}): boolean {
  return issuers.length + Math.min(tokens.length, 1) > 1;
}

/** The only name of a caller that may be part of a Workflow ID: different callers of a server have different names. */
export function toCallerName({ owner, name }: Pick<Caller, 'owner' | 'name'>): string {
  return name ?? toOwnerName(owner) ?? owner;
}
