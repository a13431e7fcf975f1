/** Texts of tools of the fixtures' Workflows, for manifests with one mistake. */
export const ORDER = `input:
      type: object
      required: [item, cents]
      properties: { item: { type: string }, cents: { type: integer } }`;
export const LIST = `input:
      type: object
      required: [first, second, count]
      properties: { first: { type: string }, second: { type: string }, count: { type: integer } }`;
export const EXPENSES = `input:
      type: object
      required: [approvals]
      properties: { approvals: { type: integer } }`;
export const COPYING = `input:
      type: object
      required: [files, stepMs]
      properties: { files: { type: integer }, stepMs: { type: integer } }`;

export const buys = { item: 'lamp', cents: 100 };
export const joins = { first: 'a', second: 'b', count: 3 };
export const reports = { approvals: 1 };

/** A purchase with a question, whose parts a test can replace. */
export function purchase({
  when = '{ query: getPurchase, value: $query.state, is: awaiting approval }',
  message = 'Approve {item}?',
  answer = '{ signal: approve, arguments: [$answer.approved, $answer.note] }',
  approved = '{ type: boolean }',
} = {}): string {
  return `workflow: purchase
    description: Buys something.
    ${ORDER}
    questions:
      approval:
        when: ${when}
        message: ${message}
        properties: { approved: ${approved}, note: { type: string } }
        required: [approved]
        answer: ${answer}`;
}

export function expenses({
  when = '{ memo: approval, value: $memo.pending }',
  answer = '{ update: decide, arguments: [$answer.decision] }',
  message = 'Approve {$memo.of}?',
  choices = "['yes', 'no']",
} = {}): string {
  return `workflow: reportExpenses
    description: Has expenses approved.
    ${EXPENSES}
    questions:
      expenses:
        when: ${when}
        message: '${message}'
        properties: { decision: { type: string, enum: ${choices} } }
        required: [decision]
        answer: ${answer}`;
}

export function copying(progress: string): string {
  return `workflow: copyFiles
    description: Copies files.
    progress: ${progress}
    ${COPYING}`;
}

/** A manifest of tools, each the text below its name. */
export function toManifestText(taskQueue: string, tools: Readonly<Record<string, string>>): string {
  return [
    `defaults: { workflow: { taskQueue: ${taskQueue} } }`,
    'tools:',
    ...Object.entries(tools).map(([name, text]) => `  ${name}:\n    ${text}`),
    '',
  ].join('\n');
}
