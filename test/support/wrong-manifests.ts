/** Manifests that are wrong in one way or two, for the suites that hold `check` and the published schema against them. */

/** One of them. */
export interface WrongManifest {
  /** What is wrong with it. */
  readonly what: string;
  readonly text: string;
  /** Everything that is said of it, in the order of the file: line, column, path, and what to do. */
  readonly problems: readonly string[];
}

/** A sound tool, to which more is added at its level. */
const TOOL = `tools:
  a:
    workflow: placeOrder
    taskQueue: orders
`;
/** What it takes. */
const INPUT = `    input:
      type: object
      required: [id]
      properties:
        id: { type: string }
        note: { type: string }
`;
/** The head of a sound question. */
const QUESTION = `    questions:
      approval:
        when: { query: getState }
        message: Approve?
        properties: { ok: { type: boolean } }
`;
/** The head of a sound action. */
const ACTION = `actions:
  act:
    workflow: placeOrder
`;

/** What a user may well write, and what they are told. */
export const WRONG_MANIFESTS: readonly WrongManifest[] = [
  {
    what: 'an unknown key of the server',
    text: `server: { instruction: Hello. }\n${TOOL}`,
    problems: ['1:11 server.instruction: Unknown key "instruction". Did you mean "instructions"?'],
  },
  {
    what: 'an unknown key of the task tools',
    text: `server: { taskTools: { prefx: o_ } }\n${TOOL}`,
    problems: ['1:24 server.taskTools.prefx: Unknown key "prefx". Did you mean "prefix"?'],
  },
  {
    what: 'an unknown key of a host',
    text: `server: { hosts: { my-agent: { answersWithin: 5s } } }\n${TOOL}`,
    problems: [
      '1:32 server.hosts.my-agent.answersWithin: Unknown key "answersWithin". Did you mean "answerWithin"?',
    ],
  },
  {
    what: 'an unknown key of the limits',
    text: `server:\n  limits:\n    perPrincipal: { callPerMinute: 5 }\n${TOOL}`,
    problems: [
      '3:21 server.limits.perPrincipal.callPerMinute: Unknown key "callPerMinute". Did you mean "callsPerMinute"?',
    ],
  },
  {
    what: 'a limit of none',
    text: `server:\n  limits:\n    overall: { requestsPerMinute: 0 }\n${TOOL}`,
    problems: [
      '3:35 server.limits.overall.requestsPerMinute: Too small: expected number to be >=1',
    ],
  },
  {
    what: 'no generations',
    text: `server: { generations: [] }\n${TOOL}`,
    problems: ['1:24 server.generations: Name one at least.'],
  },
  {
    what: 'a prefix with a blank',
    text: `server: { taskTools: { prefix: 'my tools' } }\n${TOOL}`,
    problems: [
      '1:32 server.taskTools.prefix: A prefix has 1 to 64 letters, digits, "_", "-" or ".".',
    ],
  },
  {
    what: 'an unknown key of a static token',
    text: `server:\n  auth:\n    tokens:\n      - { sha: abc, principal: me }\n${TOOL}`,
    problems: ['4:11 server.auth.tokens[0].sha: Unknown key "sha". Did you mean "sha256"?'],
  },
  {
    what: 'two problems of an issuer',
    text: `server:\n  auth:\n    resource: http://tools.example.com/mcp\n    issuers:\n      - { issuer: https://login.example.com, algorithm: [RS256] }\n${TOOL}`,
    problems: [
      '3:15 server.auth.resource: Must be a URL with https; http is for this machine only.',
      '5:46 server.auth.issuers[0].algorithm: Unknown key "algorithm". Did you mean "algorithms"?',
    ],
  },
  {
    what: 'nobody who could come in',
    text: `server:\n  auth: { issuers: [] }\n${TOOL}`,
    problems: [
      '2:20 server.auth.issuers: Nobody could come in: name an issuer, a token or a module.',
    ],
  },
  {
    what: 'a default with a typing error in its value',
    text: `defaults: { task: requird }\n${TOOL}`,
    problems: [
      '1:19 defaults.task: Invalid option: expected one of "required"|"optional"|"forbidden". Did you mean "required"?',
    ],
  },
  {
    what: 'a key of a tool among the defaults',
    text: `defaults: { workflowId: 'a-{id}' }\n${TOOL}`,
    problems: ['1:13 defaults.workflowId: Unknown key "workflowId". Write it in a tool.'],
  },
  {
    what: 'a tool that is not indented enough',
    text: `tools:\n  a:\n  workflow: placeOrder\n`,
    problems: [
      '2:5 tools.a: Invalid input: expected object, received null',
      '3:13 tools.workflow: Invalid input: expected object, received string',
    ],
  },
  {
    what: 'no Workflow Type',
    text: `tools:\n  a: { taskQueue: orders }\n`,
    problems: ['2:6 tools.a.workflow: Missing: string expected.'],
  },
  {
    what: 'no Task Queue',
    text: `tools:\n  a:\n    workflow: placeOrder\n`,
    problems: [
      '3:5 tools.a.taskQueue: Missing: a taskQueue, here or under "defaults". It has no default in Temporal.',
    ],
  },
  {
    what: 'a tool name with a blank',
    text: `tools:\n  "place order": { workflow: placeOrder, taskQueue: orders }\n`,
    problems: ['2:3 tools.place order: A tool name has 1 to 128 letters, digits, "_", "-" or ".".'],
  },
  {
    what: 'an unknown hint',
    text: `${TOOL}    annotations: { readonly: true }\n`,
    problems: [
      '5:20 tools.a.annotations.readonly: Unknown key "readonly". Did you mean "readOnlyHint"?',
    ],
  },
  {
    what: 'a duration without a unit that there is',
    text: `${TOOL}    ttl: 2 fortnights\n`,
    problems: [
      '5:10 tools.a.ttl: "2 fortnights" is not a duration: write "30s", "5 minutes", "2 days" or a number of milliseconds, at least 1.',
    ],
  },
  {
    what: 'a ttl beyond the longest',
    text: `${TOOL}    ttl: 60 days\n`,
    problems: [
      '5:10 tools.a.ttl: ttl is longer than maxTtl (30 days): shorten it, or raise maxTtl.',
    ],
  },
  {
    what: 'a duration in timeouts',
    text: `${TOOL}    timeouts: { execution: never }\n`,
    problems: [
      '5:28 tools.a.timeouts.execution: "never" is not a duration: write "30s", "5 minutes", "2 days" or a number of milliseconds, at least 1.',
    ],
  },
  {
    what: 'a retry without attempts',
    text: `${TOOL}    retry: { maximumAttempts: 0, backoff: 2 }\n`,
    problems: [
      '5:31 tools.a.retry.maximumAttempts: Too small: expected number to be >=1',
      '5:34 tools.a.retry.backoff: Unknown key "backoff". Did you mean "backoffCoefficient"?',
    ],
  },
  {
    what: 'a priority beyond the last',
    text: `${TOOL}    priority: 9\n`,
    problems: ['5:15 tools.a.priority: Too big: expected number to be <=5'],
  },
  {
    what: 'a text where a flag is meant',
    text: `${TOOL}    joinRepeats: 'no'\n`,
    problems: ['5:18 tools.a.joinRepeats: Invalid input: expected boolean, received string'],
  },
  {
    what: 'becomesTask against task',
    text: `${TOOL}    task: forbidden\n    becomesTask: always\n`,
    problems: ['6:18 tools.a.becomesTask: "becomesTask: always" contradicts "task: forbidden".'],
  },
  {
    what: 'an input that is a list',
    text: `${TOOL}    input: { type: array, items: { type: string } }\n`,
    problems: ['5:20 tools.a.input.type: An MCP schema describes an object: write "type: object".'],
  },
  {
    what: 'a type that there is not',
    text: `${TOOL}    input:\n      type: object\n      properties:\n        id: { type: strng }\n        count: { type: integer, minimum: one }\n`,
    problems: [
      '8:21 tools.a.input.properties.id.type: Not a valid JSON Schema: must be one of ["array","boolean","integer","null","number","object","string"].',
      '9:42 tools.a.input.properties.count.minimum: Not a valid JSON Schema: must be number.',
    ],
  },
  {
    what: 'a pattern that is none',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { type: string, pattern: '[a-' } }\n`,
    problems: [
      '7:50 tools.a.input.properties.id.pattern: Not a valid JSON Schema: Invalid regular expression: /[a-/u: Unterminated character class.',
    ],
  },
  {
    what: 'a reference to nothing',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { $ref: '#/$defs/id' } }\n`,
    problems: [
      "7:33 tools.a.input.properties.id.$ref: Not a valid JSON Schema: can't resolve reference #/$defs/id from id #.",
    ],
  },
  {
    what: 'required as a flag of a property',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { type: string, required: true } }\n`,
    problems: [
      '7:51 tools.a.input.properties.id.required: Not a valid JSON Schema: must be array.',
    ],
  },
  {
    what: 'a required property that may not be there',
    text: `${TOOL}    input:\n      type: object\n      additionalProperties: false\n      required: [order]\n      properties: { orders: { type: string } }\n`,
    problems: [
      '8:18 tools.a.input.required[0]: "order" is required, and not among the properties, so no call could be right. Did you mean "orders"?',
    ],
  },
  {
    what: 'a default that breaks its schema',
    text: `${TOOL}    input:\n      type: object\n      properties:\n        count: { type: integer, default: many }\n        items: { type: array, items: { type: string }, default: [1] }\n`,
    problems: [
      '8:42 tools.a.input.properties.count.default: The default breaks its own schema: it must be integer.',
      '9:65 tools.a.input.properties.items.default: The default breaks its own schema: /0 must be string.',
    ],
  },
  {
    what: 'an output that is no object',
    text: `${TOOL}    output: { type: string }\n`,
    problems: [
      '5:21 tools.a.output.type: An MCP schema describes an object: write "type: object".',
    ],
  },
  {
    what: 'a position that no property has',
    text: `${TOOL}${INPUT}    arguments: [id, nota]\n`,
    problems: [
      '11:21 tools.a.arguments[1]: "nota" is not a property of the tool\'s input. Did you mean "note"?',
    ],
  },
  {
    what: 'a position that is there twice',
    text: `${TOOL}${INPUT}    arguments: [id, note, id]\n`,
    problems: [
      '11:27 tools.a.arguments[2]: "id" is argument 1 already: leave it out, or name the property that is meant.',
    ],
  },
  {
    what: 'a property that no position takes',
    text: `${TOOL}${INPUT}    arguments: [id]\n`,
    problems: [
      '10:9 tools.a.input.properties.note: No position of "arguments" takes "note", so what is given for it would be lost: add it there, or leave the property out.',
    ],
  },
  {
    what: 'properties, and no arguments at all',
    text: `${TOOL}${INPUT}    arguments: []\n`,
    problems: [
      '9:9 tools.a.input.properties.id: No position of "arguments" takes "id", so what is given for it would be lost: add it there, or leave the property out.',
      '10:9 tools.a.input.properties.note: No position of "arguments" takes "note", so what is given for it would be lost: add it there, or leave the property out.',
    ],
  },
  {
    what: 'arguments that are a word',
    text: `${TOOL}${INPUT}    arguments: positional\n`,
    problems: [
      '11:16 tools.a.arguments: Write "object", or a list of names of the input\'s properties.',
    ],
  },
  {
    what: 'arguments by name',
    text: `${TOOL}${INPUT}    arguments: { id: 1 }\n`,
    problems: [
      '11:16 tools.a.arguments: Write "object", or a list of names of the input\'s properties.',
    ],
  },
  {
    what: 'two problems in one tool, of form and of sense',
    text: `${TOOL}${INPUT}    arguments: [id, nota]\n    tll: 1 day\n    priority: 0\n`,
    problems: [
      '11:21 tools.a.arguments[1]: "nota" is not a property of the tool\'s input. Did you mean "note"?',
      '12:5 tools.a.tll: Unknown key "tll". Did you mean "ttl"?',
      '13:15 tools.a.priority: Too small: expected number to be >=1',
    ],
  },
  {
    what: 'a question before the start that is lost',
    text: `${TOOL}${INPUT}    ask:\n      amount: { message: How much?, properties: { amount: { type: number } } }\n`,
    problems: [
      '12:51 tools.a.ask.amount.properties.amount: "amount" is not a property of the tool\'s input, so its answer would be lost.',
    ],
  },
  {
    what: 'a question before the start that no client knows',
    text: `${TOOL}${INPUT}    ask:\n      note:\n        message: What else?\n        properties: { note: { type: object } }\n        required: [nota]\n`,
    problems: [
      '14:29 tools.a.ask.note.properties.note: No client can be asked this: /properties/note must be of type string, number, integer, boolean, or array for several choices: forms are flat.',
      '15:19 tools.a.ask.note.required: No client can be asked this: /required must name properties of the form.',
    ],
  },
  {
    what: 'a question before the start of a reserved name',
    text: `${TOOL}${INPUT}    ask: { confirm: { message: Really?, properties: { note: { type: string } } } }\n`,
    problems: [
      '11:12 tools.a.ask.confirm: "confirm" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "confirm".',
    ],
  },
  {
    what: 'a confirmation that names nothing',
    text: `${TOOL}${INPUT}    confirm: Place order {order}?\n`,
    problems: ['11:14 tools.a.confirm: "{order}" is not a property of the tool\'s input.'],
  },
  {
    what: 'an idempotency key without arguments',
    text: `${TOOL}${INPUT}    idempotencyKey: order\n`,
    problems: [
      '11:21 tools.a.idempotencyKey: All calls would be one: name an argument ("{order_id}"), or write "arguments".',
    ],
  },
  {
    what: 'an ID of an argument that may be left out',
    text: `${TOOL}${INPUT}    workflowId: 'order-{note}'\n`,
    problems: [
      '11:17 tools.a.workflowId: "{note}" may be left out of a call, and there would be no ID: make it "required" in the input.',
    ],
  },
  {
    what: 'an ID of nothing but an argument',
    text: `${TOOL}${INPUT}    workflowId: '{id}'\n`,
    problems: [
      '11:17 tools.a.workflowId: Start with a text of your own ("order-{order_id}"), and not with "mcp-": else arguments could name any Workflow there is.',
    ],
  },
  {
    what: 'a policy without an ID',
    text: `${TOOL}    onEnded: startAnew\n`,
    problems: ['5:14 tools.a.onEnded: onEnded is about a "workflowId": write one as well.'],
  },
  {
    what: 'a policy that there is not',
    text: `${TOOL}${INPUT}    workflowId: 'order-{id}'\n    onRunning: join\n`,
    problems: ['12:16 tools.a.onRunning: Invalid option: expected one of "reject"|"use"'],
  },
  {
    what: 'a message with a start to nobody',
    text: `${TOOL}${INPUT}    startWith: { signal: addItem }\n`,
    problems: [
      '11:16 tools.a.startWith: A message needs to know whom it is for: write a "workflowId" as well.',
    ],
  },
  {
    what: 'a message with a start of two kinds',
    text: `${TOOL}${INPUT}    workflowId: 'order-{id}'\n    startWith: { signal: add, update: add, arguments: [id, id] }\n`,
    problems: [
      '12:16 tools.a.startWith: Name either a "signal" or an "update".',
      '12:60 tools.a.startWith.arguments[1]: "id" is argument 1 already: leave it out, or name the property that is meant.',
    ],
  },
  {
    what: 'a delay that is no time',
    text: `${TOOL}    startDelay: tomorrow\n`,
    problems: [
      '5:17 tools.a.startDelay: Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").',
    ],
  },
  {
    what: 'a Search Attribute of no argument',
    text: `${TOOL}${INPUT}    searchAttributes: { OrderId: '{orderId}' }\n`,
    problems: [
      '11:34 tools.a.searchAttributes.OrderId: "{orderId}" is not a property of the tool\'s input.',
    ],
  },
  {
    what: "a memo of the server's own",
    text: `${TOOL}    memo: { mcp.meta: x }\n`,
    problems: [
      '5:23 tools.a.memo.mcp.meta: Names that start with "mcp." are the server\'s own: choose another one.',
    ],
  },
  {
    what: 'an adoption of everything',
    text: `${TOOL}    adopt: "CustomerId = 'x'"\n`,
    problems: [
      '5:12 tools.a.adopt: Say whose the executions are: "CustomerId = \'{owner}\'". Without it, everybody would own all of them.',
    ],
  },
  {
    what: 'an adoption that starts',
    text: `${TOOL}    adopt: "CustomerId = '{owner}'"\n    workflowId: 'a-{owner}'\n    confirm: Sure?\n`,
    problems: [
      '6:17 tools.a.workflowId: A tool with "adopt" starts nothing, and takes a Workflow ID: leave workflowId out.',
      '7:14 tools.a.confirm: A tool with "adopt" starts nothing, and takes a Workflow ID: leave confirm out.',
    ],
  },
  {
    what: 'a status of two places in one',
    text: `${TOOL}    status: { query: q, memo: m }\n`,
    problems: ['5:13 tools.a.status: One thing is read: write query or memo.'],
  },
  {
    what: 'a status of nothing, in a list',
    text: `${TOOL}    status:\n      - { memo: state }\n      - { path: state }\n`,
    problems: [
      '7:9 tools.a.status[1]: Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.',
    ],
  },
  {
    what: 'a limit of what waits for nobody',
    text: `${TOOL}    status: { memo: state, limit: 1s }\n`,
    problems: [
      '5:35 tools.a.status.limit: Only query and currentDetails wait for a worker: leave it out.',
    ],
  },
  {
    what: 'a progress with a wrong total',
    text: `${TOOL}    progress: { heartbeat: true, total: 0 }\n`,
    problems: ['5:41 tools.a.progress.total: Too small: expected number to be >0'],
  },
  {
    what: 'a misspelt place of progress',
    text: `${TOOL}    progress: { heartbeat: true, messages: done }\n`,
    problems: ['5:34 tools.a.progress.messages: Unknown key "messages". Did you mean "message"?'],
  },
  {
    what: 'a path that is none',
    text: `${TOOL}    progress: { memo: done, path: 'a..b' }\n`,
    problems: [
      '5:35 tools.a.progress.path: Write names of members with dots in between: "order.items.0".',
    ],
  },
  {
    what: 'a question without an answer',
    text: `${TOOL}${QUESTION}`,
    problems: ['7:9 tools.a.questions.approval.answer: Missing: object expected.'],
  },
  {
    what: 'an answer to nobody',
    text: `${TOOL}${QUESTION}        answer: { arguments: [ok] }\n`,
    problems: [
      '10:17 tools.a.questions.approval.answer: Missing: a signal or an update of the Workflow.',
    ],
  },
  {
    what: 'an answer of two kinds',
    text: `${TOOL}${QUESTION}        answer: { signal: approve, update: approve }\n`,
    problems: [
      '10:17 tools.a.questions.approval.answer: One message is sent: write signal or update.',
    ],
  },
  {
    what: 'an answer with a field that there is not',
    text: `${TOOL}${QUESTION}        answer: { signal: approve, arguments: [okay] }\n`,
    problems: [
      '10:48 tools.a.questions.approval.answer.arguments[0]: "okay" is not a property of the form. Did you mean "ok"?',
    ],
  },
  {
    what: 'a decline that fills in',
    text: `${TOOL}${QUESTION}        answer: { signal: approve }\n        decline: { signal: reject, arguments: [ok] }\n`,
    problems: [
      '11:48 tools.a.questions.approval.decline.arguments[0]: Whoever declines fills in nothing: write a constant in place of "ok", such as { value: false }.',
    ],
  },
  {
    what: 'a question that is shown nowhere',
    text: `${TOOL}    questions:\n      approval:\n        when: { is: WAITING }\n        message: Approve?\n        properties: { ok: { type: boolean } }\n        answer: { signal: approve }\n`,
    problems: [
      '7:15 tools.a.questions.approval.when: Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.',
    ],
  },
  {
    what: 'a question with a name that no key can have',
    text: `${TOOL}    questions:\n      'is it ok?':\n        when: { query: getState }\n        message: Approve?\n        properties: { ok: { type: boolean } }\n        answer: { signal: approve }\n`,
    problems: [
      '6:7 tools.a.questions.is it ok?: "is it ok?" cannot name a question: use up to 40 letters, digits, "_" or "-".',
    ],
  },
  {
    what: 'an action without a message',
    text: `${TOOL}${ACTION}`,
    problems: ['7:5 actions.act: Missing: a query, a signal or an update of the Workflow.'],
  },
  {
    what: 'an action with two messages',
    text: `${TOOL}${ACTION}    signal: s\n    query: q\n`,
    problems: ['7:5 actions.act: One message is sent: write query or signal.'],
  },
  {
    what: 'an action of a Workflow Type without tool',
    text: `${TOOL}actions:\n  act:\n    workflow: placeOrdr\n    signal: s\n`,
    problems: [
      '7:15 actions.act.workflow: No tool starts the Workflow Type "placeOrdr", so there would be no task to act on. Did you mean "placeOrder"?',
    ],
  },
  {
    what: 'an action with the name of a tool',
    text: `${TOOL}actions:\n  a:\n    workflow: placeOrder\n    signal: s\n`,
    problems: ['6:3 actions.a: There is a tool of this name already: give the action another one.'],
  },
  {
    what: 'an action that takes the name of the task',
    text: `${TOOL}${ACTION}    signal: s\n    input: { type: object, properties: { task_id: { type: string } } }\n`,
    problems: [
      '9:42 actions.act.input.properties.task_id: "task_id" names the task in every action: give the property another name.',
    ],
  },
  {
    what: 'an action whose argument is lost',
    text: `${TOOL}${ACTION}    update: u\n    input: { type: object, properties: { note: { type: string } } }\n    arguments: [{ value: true }]\n`,
    problems: [
      '9:42 actions.act.input.properties.note: No position of "arguments" takes "note", so what is given for it would be lost: add it there, or leave the property out.',
    ],
  },
  {
    what: 'an action with a constant of no value',
    text: `${TOOL}${ACTION}    update: u\n    arguments: [{ constant: true }]\n`,
    problems: [
      '9:16 actions.act.arguments: Write "object", or a list of properties and constants: [note, { value: true }].',
    ],
  },
  {
    what: 'a Signal with a result',
    text: `${TOOL}${ACTION}    signal: s\n    output: { type: object }\n    limit: 5s\n`,
    problems: [
      '9:13 actions.act.output: A Signal has no result: leave it out, or send an update.',
      '10:12 actions.act.limit: A Signal waits for no worker: leave it out.',
    ],
  },
  {
    what: 'a Query that goes on',
    text: `${TOOL}${ACTION}    query: q\n    answerWithin: 5s\n`,
    problems: [
      '9:19 actions.act.answerWithin: Only an update goes on after its call. For a query, leave it out, or write "limit".',
    ],
  },
  {
    what: 'a scope with a blank',
    text: `${TOOL}    scopes: ['orders write']\n`,
    problems: ['5:14 tools.a.scopes[0]: A scope has no blanks, quotes or backslashes.'],
  },
  {
    what: 'an allow of nobody',
    text: `${TOOL}    allow: { groups: [] }\n`,
    problems: ['5:22 tools.a.allow.groups: Name one at least.'],
  },
  {
    what: 'an alias of nothing',
    text: `${TOOL}    input: *order\n`,
    problems: ['5:12 The alias *order has no anchor: write &order in front of what it stands for.'],
  },
  {
    what: 'a variable that is not set',
    text: `${TOOL}    title: \${SHOP_NAME}\n`,
    problems: [
      '5:12 The environment variable SHOP_NAME is not set: set it, or write ${SHOP_NAME:-default}.',
    ],
  },
  {
    what: 'two documents',
    text: `${TOOL}---\n${TOOL}`,
    problems: ['5:1 Source contains multiple documents; please use YAML.parseAllDocuments()'],
  },
];
