/** Who else may answer the questions of a tool's tasks, besides whoever has called it. */
import type { Caller } from '../person/caller.js';
import { type ClaimRules, meetsRules } from '../person/claims.js';
import { type Principal, PrincipalKind } from '../person/principal.js';
import { toPrincipal } from '../person/to-principal.js';

/** Somebody by name. */
export interface NamedApprover {
  /** As {@link Principal.subject} has it. */
  readonly subject: string;
  /** Who has to have issued the token. Absent: whoever this server takes tokens of. */
  readonly issuer?: string;
}

/** Who else may answer, and what they see. */
export interface Approvers {
  /** Whoever has these claims: one value of each. Absent: nobody by claims. */
  readonly allow?: ClaimRules;
  /** These, too. Absent: nobody by name. */
  readonly subjects?: readonly NamedApprover[];
  /** Whether the owner of a task may answer as well; where not, it takes four eyes. */
  readonly ownerMayAnswer: boolean;
  /** Whether they see what the Workflow was started with. */
  readonly showsArguments: boolean;
}

/** What is known by names that mean people. A client that acts for nobody may be called what somebody is. */
const NAMED_KINDS: readonly PrincipalKind[] = [
  PrincipalKind.user,
  PrincipalKind.static,
  PrincipalKind.own,
];

function isNamed({ kind, issuer, subject }: Principal, named: NamedApprover): boolean {
  if (!NAMED_KINDS.includes(kind) || subject !== named.subject) return false;
  return named.issuer === undefined || named.issuer === issuer;
}

/** Whether somebody may answer for others. The local user, of whom nobody knows who it is, may not. */
export function mayApprove({ allow, subjects = [] }: Approvers, by: Caller): boolean {
  const principal = toPrincipal(by);
  if (principal.kind === PrincipalKind.local) return false;
  if (subjects.some((named) => isNamed(principal, named))) return true;
  return allow !== undefined && by.claims !== undefined && meetsRules(allow, by.claims);
}

/** Whether somebody is who has started a task, as its memo names them. */
export function isSamePrincipal(one: Principal | undefined, by: Caller): boolean {
  const { kind, issuer, subject } = toPrincipal(by);
  return one?.kind === kind && one.issuer === issuer && one.subject === subject;
}
