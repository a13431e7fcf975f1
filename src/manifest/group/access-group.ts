/** `access` of a tool: who may see, call and answer. */
import * as z from 'zod';

import type { Approvers } from '../../core/question/approvers.js';
import type { ToolAccess } from '../../core/tool/tool-definition.js';
import { plain, key } from '../../definition/keys.js';
import { toOptionalExpression } from '../compile/compile-expression.js';
import type { LocatedProblem } from '../manifest-error.js';
import { allowSchema, scopesSchema } from '../server/auth.js';

const approver = z.strictObject({
  subject: plain.describe('The name, as "sub" has it, or what server.auth.principal names.'),
  issuer: key(plain, 'The issuer of the token, as it stands in "iss".'),
});

const approversGroup = z.strictObject({
  allow: key(
    allowSchema.refine(
      (rules) => Object.keys(rules).length > 0,
      'Name at least one claim. Otherwise everybody would match.',
    ),
    'People with these claims may answer: values by claim.',
  ),
  subjects: key(
    z
      .array(
        z.union([plain, approver], {
          error: 'Write a name, or { subject: "…", issuer: "https://…" }.',
        }),
      )
      .min(1, 'Name at least one.'),
    'These people may answer, too: names, or a subject with its issuer.',
  ),
  owner: key(
    z.boolean(),
    'false: the owner of a task may not answer, so two people decide. Default: true.',
  ),
  showArguments: key(
    z.boolean(),
    'true: approvers see the arguments of the Workflow. Default: false.',
  ),
  if: key(
    plain,
    'A guard, decided at the start: a task has no approvers if this expression gives exactly false. "amount > `500`".',
  ),
});

const callKeys = {
  scopes: key(scopesSchema, 'Scopes that a token has to grant for a call.'),
  allow: key(
    allowSchema,
    'The callers that may use the tool: values by claim. Others do not see it.',
  ),
};

export const callAccessGroup = z.strictObject(callKeys);

export const accessGroup = z.strictObject({
  ...callKeys,
  approvers: key(
    approversGroup,
    'Other people who may answer questions of its tasks. Default: their owner alone.',
  ),
  modelMayAnswer: key(
    z.boolean(),
    'true: a model may answer questions of its tasks. Default: false.',
  ),
});

export type AccessSource = z.output<typeof accessGroup>;
type ApproversSource = NonNullable<AccessSource['approvers']>;

function toApprovers(
  { allow, subjects, owner = true, showArguments = false, if: guard }: ApproversSource,
  names: readonly string[],
): Approvers {
  return {
    allow,
    subjects: subjects?.map((source) => {
      const { subject, issuer } = typeof source === 'string' ? { subject: source } : source;
      return { subject, issuer };
    }),
    ownerMayAnswer: owner,
    showArguments: showArguments,
    if: toOptionalExpression(guard, names),
  };
}

/** Who may call and answer, with every default filled in. */
export function toAccess(
  { scopes, allow, approvers, modelMayAnswer = false }: AccessSource = {},
  { names, isAdopting }: { readonly names: readonly string[]; readonly isAdopting: boolean },
): ToolAccess {
  return {
    scopes,
    allow,
    // Adopted executions have no memo that names an owner.
    approvers: approvers && !isAdopting ? toApprovers(approvers, names) : undefined,
    modelMayAnswer,
  };
}

/** What decides whether approvers are asked. */
interface Asking {
  readonly isAdopting: boolean;
  /** The caller confirms before the start. */
  readonly confirms: boolean;
  /** The key of a Workflow of this package, which asks nobody. */
  readonly ownKind: string | undefined;
}

/** Reports approvers whom nobody would ask, or who could not answer. */
export function checkApprovers(
  { approvers, modelMayAnswer }: AccessSource = {},
  { isAdopting, confirms, ownKind }: Asking,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  if (!approvers) return [];
  const place = [...path, 'approvers'];
  const problems: LocatedProblem[] = [];
  const report = (message: string, ...key: string[]): void => {
    problems.push({ path: [...place, ...key], message });
  };
  if (!approvers.allow && !approvers.subjects) {
    report('Nobody else could answer: name claims under "allow", or "subjects".');
  }
  if (isAdopting) {
    report('Adopted executions cannot have approvers: only tasks that this server starts can.');
  }
  if (approvers.owner === false && modelMayAnswer === true) {
    report('Contradicts "modelMayAnswer: true", since a model answers for the owner.', 'owner');
  }
  if (ownKind !== undefined) {
    report(
      `A "${ownKind}" asks nobody once it runs: leave approvers out, or write a Workflow that asks before it does the work.`,
    );
  } else if (confirms && approvers.owner === false) {
    report(
      'The caller, who may not answer, answers "confirm": leave "confirm" out, and let the Workflow ask before it does the work.',
      'owner',
    );
  }
  return problems;
}
