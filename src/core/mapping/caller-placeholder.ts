/**
 * Placeholders for the caller in arguments, IDs and texts of a manifest: `owner`, the name alone; `principal`, all
 * facts that Workflows get; `principal.subject`, a member of them; `principal.claims.email`, one claim. Arguments
 * cannot have these names, so no client can replace them.
 */
import type { Caller } from '../person/caller.js';
import { toOwnerText } from '../person/owner.js';
import { toPrincipal } from '../person/to-principal.js';
import { ownMember } from '../value/members.js';

import { soleNameIn } from './argument-template.js';

export const OWNER_PLACEHOLDER = 'owner';
const PRINCIPAL = 'principal';
const MEMBERS: readonly string[] = ['kind', 'issuer', 'subject', 'claims'];
const MEMBER_START = `${PRINCIPAL}.`;
const CLAIM_START = `${MEMBER_START}claims.`;

export function claimIn(name: string): string | undefined {
  return name.startsWith(CLAIM_START) ? name.slice(CLAIM_START.length) : undefined;
}

export function isCallerPlaceholder(name: string): boolean {
  if (name === OWNER_PLACEHOLDER || name === PRINCIPAL) return true;
  const claim = claimIn(name);
  if (claim !== undefined) return claim !== '';
  return name.startsWith(MEMBER_START) && MEMBERS.includes(name.slice(MEMBER_START.length));
}

/** All placeholders of the caller, for error messages. */
export const CALLER_PLACEHOLDERS = `{${OWNER_PLACEHOLDER}}, {${PRINCIPAL}}, ${MEMBERS.map((member) => `{${MEMBER_START}${member}}`).join(', ')} and {${CLAIM_START}<name>}`;

/** The caller's placeholder, if an argument's text is exactly that: `{principal.subject}`. */
export function callerPlaceholderIn(text: string): string | undefined {
  const name = soleNameIn(text);
  return name !== undefined && isCallerPlaceholder(name) ? name : undefined;
}

/** Returns true for a text that looks like a misspelled placeholder of the caller. */
export function isAboutCaller(text: string): boolean {
  return text.startsWith(`{${PRINCIPAL}`) || text.startsWith(`{${OWNER_PLACEHOLDER}`);
}

/** The value of a placeholder; `undefined` for an unknown placeholder or an unknown caller. */
export function readCaller(name: string, by: Caller | undefined): unknown {
  if (!by) return undefined;
  if (name === OWNER_PLACEHOLDER) return toOwnerText(by.owner);
  const principal = toPrincipal(by);
  if (name === PRINCIPAL) return principal;
  const claim = claimIn(name);
  if (claim !== undefined) return ownMember(principal.claims ?? {}, claim);
  return ownMember({ ...principal }, name.slice(MEMBER_START.length));
}
