/** Manifests with mistakes in their approvers. */
import { TOOL, type WrongManifest } from './wrong-manifest.js';

const QUESTION = `    questions:
      q:
        when: { query: state }
        message: Well?
        properties: {}
        answer: { signal: approve }
`;
const ISSUERS = `auth:
  resource: https://mcp.example/mcp
  issuers: [{ issuer: "https://one.example" }, { issuer: "https://two.example" }]
`;

export const WRONG_APPROVERS: readonly WrongManifest[] = [
  {
    what: 'approvers who are nobody',
    text: `${TOOL}    access: { approvers: { owner: false } }\n`,
    problems: [
      '6:26 tools.a.access.approvers: Nobody else could answer: name claims under "allow", or "subjects".',
    ],
  },
  {
    what: 'approvers who are everybody',
    text: `${TOOL}    access: { approvers: { allow: {} } }\n`,
    problems: [
      '6:35 tools.a.access.approvers.allow: Name at least one claim. Otherwise everybody would match.',
    ],
  },
  {
    what: 'approvers by a name that is no argument',
    text: `${TOOL}    access: { approvers: { subjects: [x], if: 'amont > \`5\`' } }\n`,
    problems: ['6:47 tools.a.access.approvers.if: "a" has no argument "amont".'],
  },
  {
    what: 'a confirmation with a guard whose number stands alone',
    text: `${TOOL}    confirm: { text: Pay?, if: 'amount > 500' }\n`,
    problems: ['6:32 tools.a.confirm.if: Numbers stand in backticks: write `500`.'],
  },
  {
    what: 'a confirmation with a guard of something that comes later',
    text: `${TOOL}    confirm: { text: Pay?, if: $query.amount }\n`,
    problems: [
      '6:32 tools.a.confirm.if: $query is not known here, but where a query is read. Here, there are $input, $caller.',
    ],
  },
  {
    what: 'a question before the start with a guard of no argument',
    text: `${TOOL}    input: { type: object, properties: { amount: { type: integer } } }
    questions: { q: { message: Why?, properties: { amount: { type: integer } }, if: 'amont > \`5\`' } }
`,
    problems: ['7:85 tools.a.questions.q.if: "a" has no argument "amont". Did you mean amount?'],
  },
  {
    what: 'a guard at a question of a Workflow',
    text: `${TOOL}${QUESTION}        if: '\`true\`'\n`,
    problems: [
      '12:13 tools.a.questions.q.if: Only a question before the start has "if": write the condition as "value" and "is" under "when".',
    ],
  },
  {
    what: 'approvers of what others have started',
    text: `tools:\n  a: { workflow: { type: w, adopt: { searchAttribute: Id } }, access: { approvers: { subjects: [x] } } }\n`,
    problems: [
      '2:84 tools.a.access.approvers: Adopted executions cannot have approvers: only tasks that this server starts can.',
    ],
  },
  {
    what: 'a model that answers where its owner must not',
    text: `${TOOL}    access: { modelMayAnswer: true, approvers: { subjects: [x], owner: false } }\n`,
    problems: [
      '6:72 tools.a.access.approvers.owner: Contradicts "modelMayAnswer: true", since a model answers for the owner.',
    ],
  },
  {
    what: 'a caller who confirms where only somebody else may answer',
    text: `${TOOL}    confirm: { text: Pay?, if: '\`true\`' }\n    access: { approvers: { subjects: [x], owner: false } }\n`,
    problems: [
      '7:50 tools.a.access.approvers.owner: The caller, who may not answer, answers "confirm": leave "confirm" out, and let the Workflow ask before it does the work.',
    ],
  },
  {
    what: 'a caller who confirms by a default where only somebody else may answer',
    text: `defaults: { access: { approvers: { subjects: [x], owner: false } } }\n${TOOL}    confirm: Pay?\n`,
    problems: [
      '1:58 defaults.access.approvers.owner: The caller, who may not answer, answers "confirm": leave "confirm" out, and let the Workflow ask before it does the work.',
    ],
  },
  {
    what: 'approvers by names that two issuers may give',
    server: ISSUERS,
    text: `${TOOL}    access: { approvers: { subjects: [x, { subject: y, issuer: "https://one.example" }] } }\n`,
    problems: [
      '6:39 tools.a.access.approvers.subjects[0]: There are several issuers, which may give one name to different people: write { subject: "…", issuer: "https://…" }.',
    ],
  },
  {
    what: 'an approver by the name of a static token, which a user may have, too',
    server: `{ auth: { resource: "https://mcp.example/mcp", issuers: [{ issuer: "https://one.example" }], tokens: [{ principal: x, sha256: ${'a'.repeat(64)} }] } }`,
    text: `${TOOL}    access: { approvers: { subjects: [x, y] } }\n`,
    problems: [
      '6:39 tools.a.access.approvers.subjects[0]: A static token has this name, and a user may have it, too: write { subject: "…", issuer: "https://…" }.',
    ],
  },
  {
    what: 'an ID of a name that two issuers may give',
    server: ISSUERS,
    text: `tools:
  a:
    workflow: { type: pay, taskQueue: q, id: 'pay-{$caller.subject}' }
  b:
    workflow: { type: pay, taskQueue: q, id: 'pay-{$caller.name}' }
`,
    problems: [
      '3:46 tools.a.workflow.id: {$caller.subject} may be the same for callers of different issuers or with static tokens: write {$caller.name}, which is the whole name.',
    ],
  },
  {
    what: 'approvers of an issuer whose tokens are not taken',
    server: ISSUERS,
    text: `${TOOL}    access: { approvers: { subjects: [{ subject: y, issuer: "https://one.example/" }] } }\n`,
    problems: [
      '6:61 tools.a.access.approvers.subjects[0].issuer: Not one of server.auth.issuers. The issuer must match exactly.',
    ],
  },
  {
    what: 'an action that answers what only somebody else may',
    text: `defaults: { access: { approvers: { subjects: [x], owner: false } } }
${TOOL}${QUESTION}actions:
  go: { workflow: placeOrder, signal: approve }
  see: { workflow: placeOrder, query: state }
`,
    problems: [
      '14:7 actions.go: This action would let the owner answer a question that only others may answer: "approvers" of a says "owner: false".',
    ],
  },
  {
    what: 'a start that answers what only somebody else may',
    text: `${TOOL}${QUESTION}    access: { approvers: { subjects: [x], owner: false } }\n  b:\n    workflow:\n      type: placeOrder\n      taskQueue: orders\n      id: one-{id}\n      startWith: { signal: approve }\n    input: { type: object, required: [id], properties: { id: { type: string } } }\n`,
    problems: [
      '18:18 tools.b.workflow.startWith: This message would let the owner answer a question that only others may answer: "approvers" of a says "owner: false".',
    ],
  },
  {
    what: 'a cancellation that answers what only somebody else may',
    text: `${TOOL}${QUESTION}    access: { approvers: { subjects: [x], owner: false } }\n    cancel: { signal: approve }\n`,
    problems: [
      '13:23 tools.a.cancel.signal: This Signal before a cancellation would let the owner answer a question that only others may answer: "approvers" of a says "owner: false".',
    ],
  },
  {
    what: 'messages of the contract that name who has answered',
    text: `tools:
  a:
    workflow: { type: pay, taskQueue: q, id: 'pay-{id}', startWith: { signal: mcp.task.child } }
    input: { type: object, required: [id], properties: { id: { type: string } } }
    cancel: { signal: mcp.task.clientTask }
actions:
  go: { workflow: pay, signal: mcp.task.input }
`,
    problems: [
      ['3:69 tools.a.workflow.startWith', 'mcp.task.child'],
      ['5:23 tools.a.cancel.signal', 'mcp.task.clientTask'],
      ['7:7 actions.go', 'mcp.task.input'],
    ].map(
      ([place, name]) =>
        `${place}: Only the server and child Workflows send ${name}, since it names who has answered. Clients answer by tasks/update or task_answer: leave it out, or send a Signal of your own.`,
    ),
  },
  {
    what: 'an inbox that nobody could sign in to',
    server:
      '{ auth: { resource: "https://mcp.example/mcp", issuers: [{ issuer: "https://id.example" }] }, inbox: {} }',
    text: TOOL,
    problems: [
      'server.yaml:1:102 inbox.signIn: Missing: how people sign in to the inbox, since the server requires tokens: { clientId: … }.',
    ],
  },
  {
    what: 'an inbox with two issuers to sign in at',
    server:
      '{ auth: { resource: "https://mcp.example/mcp", issuers: [{ issuer: "https://id.example" }, { issuer: "https://id2.example" }] }, inbox: { signIn: { clientId: a } } }',
    text: TOOL,
    problems: [
      'server.yaml:1:147 inbox.signIn: There are several issuers: name the one at which people sign in (issuer).',
    ],
  },
  {
    what: 'an inbox with a sign-in at somebody else',
    server:
      '{ auth: { resource: "https://mcp.example/mcp", issuers: [{ issuer: "https://id.example" }] }, inbox: { signIn: { clientId: a, issuer: "https://id2.example" } } }',
    text: TOOL,
    problems: [
      'server.yaml:1:112 inbox.signIn: "https://id2.example" is not one of server.auth.issuers.',
    ],
  },
  {
    what: 'an inbox with a link that is none',
    server: 'inbox: { temporalUi: "javascript:alert(1)" }',
    text: TOOL,
    problems: [
      'server.yaml:1:22 inbox.temporalUi: Must be an http or https URL without query and fragment.',
    ],
  },
  {
    what: 'an inbox whose links nobody could trust',
    server: 'inbox: { url: "http://mcp.example/inbox" }',
    text: TOOL,
    problems: [
      'server.yaml:1:15 inbox.url: Must be a URL with https and without a query; http is for this machine only: https://mcp.example.com/inbox.',
    ],
  },
];
