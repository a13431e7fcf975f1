/**
 * What stands for whoever makes a call, where a manifest makes arguments, IDs and texts of one: `owner`, the name alone;
 * `principal`, all that Workflows are told; `principal.subject`, a member of it; `principal.claims.email`, one of the claims.
 * No argument is meant by it, so no client can put anything in its place.
 */
import { toOwnerText } from '../person/owner.js';
import type { Caller } from '../person/caller.js';
import { toPrincipal } from '../person/to-principal.js';
import { ownMember } from '../value/own-member.js';

import { soleNameIn } from './argument-template.js';

/** Stands for the name alone. */
export const OWNER_PLACEHOLDER = 'owner';
const PRINCIPAL = 'principal';
const MEMBERS: readonly string[] = ['kind', 'issuer', 'subject', 'claims'];
const MEMBER_START = `${PRINCIPAL}.`;
const CLAIM_START = `${MEMBER_START}claims.`;

/** The claim that a placeholder names, if it does. */
export function claimIn(name: string): string | undefined {
  return name.startsWith(CLAIM_START) ? name.slice(CLAIM_START.length) : undefined;
}

/** Whether a placeholder stands for whoever calls. */
export function isCallerPlaceholder(name: string): boolean {
  if (name === OWNER_PLACEHOLDER || name === PRINCIPAL) return true;
  const claim = claimIn(name);
  if (claim !== undefined) return claim !== '';
  return name.startsWith(MEMBER_START) && MEMBERS.includes(name.slice(MEMBER_START.length));
}

/** All that there is, for people who have written something else. */
export const CALLER_PLACEHOLDERS = `{${OWNER_PLACEHOLDER}}, {${PRINCIPAL}}, ${MEMBERS.map((member) => `{${MEMBER_START}${member}}`).join(', ')} and {${CLAIM_START}<name>}`;

/** The placeholder in an argument that stands for whoever calls and for nothing else: `{principal.subject}`. */
export function callerPlaceholderIn(text: string): string | undefined {
  const name = soleNameIn(text);
  return name !== undefined && isCallerPlaceholder(name) ? name : undefined;
}

/** Whether a text looks as if it were meant to be such a placeholder. */
export function isAboutCaller(text: string): boolean {
  return text.startsWith(`{${PRINCIPAL}`) || text.startsWith(`{${OWNER_PLACEHOLDER}`);
}

/** What a placeholder stands for; `undefined` where there is no such thing, and where nobody is known to call. */
export function readCaller(name: string, by: Caller | undefined): unknown {
  if (!by) return undefined;
  if (name === OWNER_PLACEHOLDER) return toOwnerText(by.owner);
  const principal = toPrincipal(by);
  if (name === PRINCIPAL) return principal;
  const claim = claimIn(name);
  if (claim !== undefined) return ownMember(principal.claims ?? {}, claim);
  return ownMember({ ...principal }, name.slice(MEMBER_START.length));
}
