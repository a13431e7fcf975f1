/** Who may answer the questions of a tool's tasks: the owner, and approvers, who are other people. */
import { type InputRequest, isForPeople } from '../contract/input-request.js';
import type { Caller } from '../person/caller.js';
import { type ClaimRules, meetsRules } from '../person/claims.js';
import { type Principal, PrincipalKind } from '../person/principal.js';
import { toPrincipal } from '../person/to-principal.js';

export interface NamedApprover {
  /** A {@link Principal.subject}. */
  readonly subject: string;
  /** Issuer of the token. Absent: any issuer of this server. */
  readonly issuer?: string;
}

export interface Approvers {
  /**
   * Claims that make a caller an approver. The caller needs one accepted value of each. Absent: no approvers by
   * claims.
   */
  readonly allow?: ClaimRules;
  readonly subjects?: readonly NamedApprover[];
  /** The task's owner may answer, too. `false`: another person must. */
  readonly ownerMayAnswer: boolean;
  readonly showArguments: boolean;
}

/** Kinds whose names mean people. A client without a user could have a person's name. */
const NAMED_KINDS: readonly PrincipalKind[] = [
  PrincipalKind.user,
  PrincipalKind.static,
  PrincipalKind.own,
];

function isNamed({ kind, issuer, subject }: Principal, named: NamedApprover): boolean {
  if (!NAMED_KINDS.includes(kind) || subject !== named.subject) return false;
  return named.issuer === undefined || named.issuer === issuer;
}

/** Returns true for an approver. The local user never is one, since the server does not know the person. */
export function mayApprove({ allow, subjects = [] }: Approvers, by: Caller): boolean {
  const principal = toPrincipal(by);
  if (principal.kind === PrincipalKind.local) return false;
  if (subjects.some((named) => isNamed(principal, named))) return true;
  return allow !== undefined && by.claims !== undefined && meetsRules(allow, by.claims);
}

export function isSamePrincipal(one: Principal | undefined, by: Caller): boolean {
  const { kind, issuer, subject } = toPrincipal(by);
  return one?.kind === kind && one.issuer === issuer && one.subject === subject;
}

/** Returns true if the owner may answer a tool's questions. Without the tool, the rule at the task's start applies. */
export function mayOwnerAnswer(
  tool: { readonly access: { readonly approvers?: Approvers | undefined } } | undefined,
  atStart: { readonly answeredByOthers?: true },
): boolean {
  return tool ? (tool.access.approvers?.ownerMayAnswer ?? true) : atStart.answeredByOthers !== true;
}

/** The people who may answer a question: `owner` and the approvers, or only the approvers. */
export type Audience = 'owner' | 'others';

/** Requests to a model concern only the owner's client. */
export function audienceOf(request: InputRequest, ownerMayAnswer: boolean): Audience {
  return isForPeople(request) && !ownerMayAnswer ? 'others' : 'owner';
}

/** Returns true if a viewer of a task may answer one of its open questions. */
export function mayAnswer(
  question: InputRequest & { readonly audience: Audience },
  role: 'owner' | 'approver',
): boolean {
  return role === 'owner' ? question.audience === 'owner' : isForPeople(question);
}
