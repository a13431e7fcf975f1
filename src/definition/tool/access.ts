/** `access` of a tool: who may see, call and answer. */
import * as z from 'zod';

import { allow, scopes } from '../claims.js';
import { flag, key, plain } from '../keys.js';
import { expression, type Fault, type Made } from '../leaves.js';

const approver = z.strictObject({
  subject: plain.describe('The name, as "sub" has it, or what server.auth.principal names.'),
  issuer: key(plain, 'The issuer of the token, as it stands in "iss".'),
});

const approvers = z.strictObject({
  allow: key(
    allow.refine(
      (rules) => Object.keys(rules).length > 0,
      'Name at least one claim. Otherwise everybody would match.',
    ),
    'People with these claims may answer: values by claim.',
  ),
  subjects: key(
    z
      .array(
        z
          .union([plain, approver], {
            error: 'Write a name, or { subject: "…", issuer: "https://…" }.',
          })
          .transform((one): z.output<typeof approver> =>
            typeof one === 'string' ? { subject: one } : one,
          ),
      )
      .min(1, 'Name at least one.'),
    'These people may answer, too: names, or a subject with its issuer.',
  ),
  owner: flag(true, 'false: the owner of a task may not answer, so two people decide.'),
  showArguments: flag(false, 'true: approvers see the arguments of the Workflow.'),
  if: key(
    expression,
    'A guard, decided at the start: a task has no approvers if this expression gives exactly false. "amount > `500`".',
  ),
});

const callKeys = {
  scopes: key(scopes, 'Scopes that a token has to grant for a call.'),
  allow: key(allow, 'The callers that may use the tool: values by claim. Others do not see it.'),
};

export const callAccess = z.strictObject(callKeys);

export const access = z.strictObject({
  ...callKeys,
  approvers: key(
    approvers,
    'Other people who may answer questions of its tasks. Default: their owner alone.',
  ),
  modelMayAnswer: flag(false, 'true: a model may answer questions of its tasks.'),
});
type Source = z.output<typeof access>;

/** What decides whether approvers are asked. */
export interface Asking {
  readonly isAdopting: boolean;
  /** The caller confirms before the start. */
  readonly confirms: boolean;
  /** The key of a Workflow of this package, which asks nobody. */
  readonly ownKind: string | undefined;
}

/** Approvers whom nobody would ask, or who could not answer. */
export function checkApprovers(
  { approvers, modelMayAnswer }: Source = {},
  { isAdopting, confirms, ownKind }: Asking,
): readonly Fault[] {
  if (!approvers) return [];
  const faults: Fault[] = [];
  const report = (message: string, ...path: string[]): void => {
    faults.push({ path, message });
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
  return faults;
}

export type Approvers = Made<z.output<typeof approvers>>;
export type ToolAccess = Made<Source>;
