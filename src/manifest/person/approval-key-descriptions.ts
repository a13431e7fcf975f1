/** Descriptions of the keys of `approvers`. */
import { describe, type Described } from '../describe-keys.js';

import { approverSchema, approversSchema } from './approvers-schema.js';

/** `approvers`. */
export const APPROVAL_KEYS: readonly Described[] = [
  describe(approversSchema, {
    allow: 'Whoever has these claims may answer: values by claim.',
    subjects: 'These may answer, too: names, or a subject with its issuer.',
    owner: 'Whether the owner of a task may answer as well. Default: true; false takes four eyes.',
    showArguments: 'Whether they see what the Workflow was started with. Default: false.',
  }),
  describe(approverSchema, {
    subject: 'The name, as "sub" has it, or what server.auth.principal names.',
    issuer: 'Who has to have issued the token, as it stands in "iss".',
  }),
];
