/** Tools that prevent a manifest from loading, by name, with the problem and its place. */
import { EXPENSES, LIST, ORDER } from './tool-texts.js';

/** A tool that the manifest refuses. */
export interface RefusedTool {
  /** The YAML below its name in a manifest. */
  readonly text: string;
  readonly says: RegExp;
  /** Text in the line of the manifest to which the problem points. */
  readonly at: string;
}

function buying(more: string, workflow = 'purchase'): string {
  return `workflow: ${workflow}
    description: Buys something.
    ${more}
    ${ORDER}`;
}

function started(more: string): string {
  return buying('title: Buy', `{ type: purchase, ${more} }`);
}

function asking(more: string): string {
  return `workflow: reportExpenses
    description: Has expenses approved.
    ${EXPENSES}
    questions:
      expenses:
        when: { from: { memo: approval } }
        message: Approve?
        properties: { decision: { type: string } }
        ${more}`;
}

export const REFUSED_TOOLS: Readonly<Record<string, RefusedTool>> = {
  task_result: {
    text: buying('title: Buy'),
    says: /brings a tool "task_result" itself.*Rename this one/,
    at: 'task_result:',
  },
  key: {
    text: 'worfklow: purchase',
    says: /Unknown key "worfklow"\. Did you mean "workflow"\?/,
    at: 'worfklow:',
  },
  position: {
    text: `workflow: { type: joinPositional, arguments: [first, secnd, count] }
    description: Joins.
    ${LIST}`,
    says: /"secnd" is not a property.* Did you mean "second"\?/,
    at: 'arguments:',
  },
  lost: {
    text: `workflow: { type: joinPositional, arguments: [first, second] }
    description: Joins.
    ${LIST}`,
    says: /No position of "arguments" takes "count".* add it there/,
    at: 'count:',
  },
  ttl: { text: buying('ttl: soon'), says: /"soon" is not a duration: write "30s"/, at: 'ttl:' },
  task: {
    text: buying('task: requird'),
    says: /Did you mean "required"\?/,
    at: 'task:',
  },
  after: {
    text: buying('task: { support: forbidden, after: 5s }'),
    says: /Contradicts "support: forbidden": leave it out/,
    at: 'task:',
  },
  idempotency: {
    text: buying("task: { idempotencyKey: '{itm}' }"),
    says: /"\{itm\}" is not a property/,
    at: 'idempotencyKey:',
  },
  id: {
    text: started("id: '{item}'"),
    says: /Start with a text of your own/,
    at: 'id:',
  },
  reuse: {
    text: started('idReusePolicy: AllowDuplicate'),
    says: /is about an "id" of the tool's own: write one as well/,
    at: 'idReusePolicy:',
  },
  conflict: {
    text: started(
      "id: 'buy-{item}', idConflictPolicy: Fail, startWith: { signal: arrive, arguments: [] }",
    ),
    says: /A Signal goes to what runs.*leave this out/,
    at: 'idConflictPolicy:',
  },
  delay: {
    text: started('startDelay: tomorrow'),
    says: /Write how long to wait \("30 minutes"\)/,
    at: 'startDelay:',
  },
  memo: {
    text: started("memo: { item: '{itm}' }"),
    says: /"\{itm\}" is not a property/,
    at: 'memo:',
  },
  retries: {
    text: started('retryPolicy: { initialInterval: 10s, maximumInterval: 5s }'),
    says: /Shorter than initialInterval.* raise it/,
    at: 'retryPolicy:',
  },
  unanswered: {
    text: asking('required: [decision]'),
    says: /Missing: the Signal or Update that brings the Workflow the answer/,
    at: 'when:',
  },
  field: {
    text: asking('answer: { update: decide, arguments: [decison] }'),
    says: /is not a property of the form\. Did you mean "decision"\?/,
    at: 'answer:',
  },
  total: {
    text: `workflow: copyFiles
    description: Copies files.
    progress: { from: { heartbeat: copyAll }, total: arguments.file }
    input: { type: object, properties: { files: { type: integer } } }`,
    says: /Did you mean "arguments\.files"\?/,
    at: 'total:',
  },
  unknown: {
    text: asking('answer: { update: decide, arguments: [decision] }').replace(
      'when: { from: { memo: approval } }',
      'when: { from: { memo: approval, path: pending..of } }',
    ),
    says: /Write names of members with dots in between/,
    at: 'when:',
  },
  output: {
    text: buying('output: { type: string }'),
    says: /An MCP schema describes an object: write "type: object"/,
    at: 'output:',
  },
};
