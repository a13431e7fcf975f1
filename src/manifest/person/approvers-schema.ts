/** `approvers` of a tool: who else may answer its questions. */
import { z } from 'zod';

import type { Approvers, NamedApprover } from '../../core/question/approvers.js';
import { text } from '../file/text.js';

import { allowSchema } from './auth-schema.js';

/** One of `subjects`, for a name that several issuers may have. */
export const approverSchema = z.strictObject({ subject: text, issuer: text.optional() });

/** `approvers`. */
export const approversSchema = z.strictObject({
  allow: allowSchema
    .refine((rules) => Object.keys(rules).length > 0, 'Name a claim: everybody would be meant.')
    .optional(),
  subjects: z
    .array(
      z.union([text, approverSchema], {
        error: 'Write a name, or { subject: "…", issuer: "https://…" }.',
      }),
    )
    .min(1, 'Name one at least.')
    .optional(),
  owner: z.boolean().optional(),
  showArguments: z.boolean().optional(),
});

/** `approvers` as it was written. */
export type ApproversSource = z.output<typeof approversSchema>;

function toNamed({ subject, issuer }: z.output<typeof approverSchema>): NamedApprover {
  return { subject, ...(issuer !== undefined && { issuer }) };
}

/** The approvers of a tool, with every default filled in. */
export function toApprovers(source: ApproversSource | undefined): {
  readonly approvers?: Approvers;
} {
  return source ? { approvers: withDefaults(source) } : {};
}

function withDefaults({
  allow,
  subjects,
  owner = true,
  showArguments = false,
}: ApproversSource): Approvers {
  return {
    ...(allow && { allow }),
    ...(subjects && {
      subjects: subjects.map((one) => (typeof one === 'string' ? { subject: one } : toNamed(one))),
    }),
    ownerMayAnswer: owner,
    showsArguments: showArguments,
  };
}
