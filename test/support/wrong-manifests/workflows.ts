/** Invalid manifests: wrong defaults, inputs and starts of a tool's Workflow. */
import { TOOL, type WrongManifest } from './wrong-manifest.js';

const ADOPTION =
  'tools.a.workflow.adopt: Write { searchAttribute: CustomerId }, which has the name of the caller; or, if everybody may see, answer and cancel them, { idPrefix: "order-", owner: everybody }.';
/** The tool's input schema. */
const INPUT = `    input:
      type: object
      required: [id]
      properties:
        id: { type: string }
        note: { type: string }
`;

export const WRONG_WORKFLOWS: readonly WrongManifest[] = [
  {
    what: 'a default with a typing error in its value',
    text: `defaults: { task: requird }\n${TOOL}`,
    problems: [
      '1:19 defaults.task: Write "optional", "required" or "forbidden". Did you mean "required"?',
    ],
  },
  {
    what: 'a default that fits no tool of its file',
    text: `defaults: { workflow: { id: 'a-{id}' } }\n${TOOL}`,
    problems: [`1:29 defaults.workflow.id: "a" has no argument "id".`],
  },
  {
    what: 'a Workflow Type for all tools',
    text: `defaults: { workflow: { type: a } }\n${TOOL}`,
    problems: ['1:31 defaults.workflow.type: Each tool names its own Workflow Type: leave it out.'],
  },
  {
    what: 'a tool that is not indented enough',
    text: `tools:\n  a:\n  workflow: placeOrder\n`,
    problems: ['3:3 tools.workflow: "workflow" is a key of a tool: indent it under "a".'],
  },
  {
    what: 'no Workflow Type',
    text: `tools:\n  a: { workflow: { taskQueue: orders } }\n`,
    problems: [
      '2:18 tools.a.workflow.type: Missing. The Workflow Type, as the Worker has registered it: "placeOrder".',
    ],
  },
  {
    what: 'no Task Queue',
    text: `tools:\n  a:\n    workflow: placeOrder\n`,
    problems: [
      '3:15 tools.a.workflow.taskQueue: Missing: a taskQueue, here or under "defaults.workflow". It has no default in Temporal.',
    ],
  },
  {
    what: 'a tool name with a blank',
    text: `tools:\n  "place order": { workflow: { type: placeOrder, taskQueue: orders } }\n`,
    problems: ['2:3 tools.place order: A tool name has 1 to 128 letters, digits, "_", "-" or ".".'],
  },
  {
    what: 'an unknown hint',
    text: `${TOOL}    annotations: { readonly: true }\n`,
    problems: [
      '6:20 tools.a.annotations.readonly: Unknown key "readonly". Did you mean "readOnlyHint"?',
    ],
  },
  ...[
    'http://example.com/a.png',
    'javascript:alert(1)',
    'file:///a.png',
    'a.png',
    'data:text/html,x',
  ].map((src) => ({
    what: `an icon that clients refuse: ${src}`,
    text: `${TOOL}    icons: [{ src: '${src}' }]\n`,
    problems: [
      '6:20 tools.a.icons[0].src: Write an address that begins with "https://", or an image as "data:image/…". MCP clients refuse other icons as unsafe.',
    ],
  })),
  {
    what: 'a placeholder of other letters that is no argument',
    text: `${TOOL}      searchAttributes: { Stage: '{数量}' }\n      memo: { note: 'for {order id}' }\n`,
    problems: [
      `6:34 tools.a.workflow.searchAttributes.Stage: "a" has no argument "数量".`,
      `7:21 tools.a.workflow.memo.note: {order id}: Not a JMESPath expression: Syntax error: unexpected token type: UnquotedIdentifier, value: id.`,
    ],
  },
  {
    what: 'more characters of a result than Claude Code takes',
    text: `${TOOL}    _meta: { anthropic/maxResultSizeChars: 600000 }\n`,
    problems: ['6:44 tools.a._meta.anthropic/maxResultSizeChars: Must be at most 500000.'],
  },
  {
    what: 'an icon of a size that is none',
    text: `${TOOL}    icons: [{ src: 'https://example.com/a.png', sizes: [large] }]\n`,
    problems: ['6:57 tools.a.icons[0].sizes[0]: Write a size as "48x48", or "any".'],
  },
  {
    what: 'a duration without a unit that there is',
    text: `${TOOL}    ttl: 2 fortnights\n`,
    problems: [
      '6:10 tools.a.ttl: "2 fortnights" is not a duration: write "500ms", "30s", "5 minutes" or "2 days".',
    ],
  },
  {
    what: 'a ttl beyond the longest',
    text: `${TOOL}    ttl: 60 days\n`,
    problems: [
      '6:10 tools.a.ttl.default: The ttl of a task is longer than ttl.max (30 days): shorten it, or raise ttl.max.',
    ],
  },
  {
    what: 'a timeout that is no duration',
    text: `${TOOL}      executionTimeout: never\n`,
    problems: [
      '6:25 tools.a.workflow.executionTimeout: "never" is not a duration: write "500ms", "30s", "5 minutes" or "2 days".',
    ],
  },
  {
    what: 'a Retry Policy without attempts',
    text: `${TOOL}      retryPolicy: { maximumAttempts: 0, backoff: 2 }\n`,
    problems: [
      '6:39 tools.a.workflow.retryPolicy.maximumAttempts: Must be at least 1.',
      '6:42 tools.a.workflow.retryPolicy.backoff: Unknown key "backoff". Did you mean "backoffCoefficient"?',
    ],
  },
  {
    what: 'a longest wait that is shorter than the first one',
    text: `${TOOL}      retryPolicy: { initialInterval: 10s, maximumInterval: 5s }\n`,
    problems: [
      '6:61 tools.a.workflow.retryPolicy.maximumInterval: Shorter than initialInterval (default: 1 s), which Temporal refuses: raise it.',
    ],
  },
  {
    what: 'a priority beyond the last',
    text: `${TOOL}      priority: 9\n`,
    problems: ['6:17 tools.a.workflow.priority: Must be at most 5.'],
  },
  {
    what: 'a text where a flag is meant',
    text: `${TOOL}    task: { joinRepeats: 'no' }\n`,
    problems: ['6:26 tools.a.task.joinRepeats: Write false, without quotes.'],
  },
  {
    what: 'a time after which what is never a task becomes one',
    text: `${TOOL}    task: { support: forbidden, becomesTaskAfter: 0s }\n`,
    problems: [
      '6:51 tools.a.task.becomesTaskAfter: Contradicts "support: forbidden": leave it out.',
    ],
  },
  {
    what: 'an input that is a list',
    text: `${TOOL}    input: { type: array, items: { type: string } }\n`,
    problems: ['6:20 tools.a.input.type: Arguments are an object: write "type: object".'],
  },
  {
    what: 'a type that there is not',
    text: `${TOOL}    input:\n      type: object\n      properties:\n        id: { type: strng }\n        count: { type: integer, minimum: one }\n`,
    problems: [
      '9:21 tools.a.input.properties.id.type: Not a valid JSON Schema: must be one of ["array","boolean","integer","null","number","object","string"].',
      '10:42 tools.a.input.properties.count.minimum: Not a valid JSON Schema: must be number.',
    ],
  },
  {
    what: 'a pattern that is none',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { type: string, pattern: '[a-' } }\n`,
    problems: [
      '8:50 tools.a.input.properties.id.pattern: Not a valid JSON Schema: Invalid regular expression: /[a-/u: Unterminated character class.',
    ],
  },
  {
    what: 'a reference to nothing',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { $ref: '#/$defs/id' } }\n`,
    problems: [
      '8:33 tools.a.input.properties.id.$ref: Not a valid JSON Schema: "#/$defs/id" leads to no part of this schema: copy that part into "$defs", and write "#/$defs/NAME".',
    ],
  },
  {
    what: 'a reference to the schema of schemas, which some clients do not have',
    text: `${TOOL}    output:\n      type: object\n      properties: { a: { $ref: 'https://json-schema.org/draft/2020-12/schema' } }\n`,
    problems: [
      '8:32 tools.a.output.properties.a.$ref: Not a valid JSON Schema: "https://json-schema.org/draft/2020-12/schema" leads to no part of this schema: copy that part into "$defs", and write "#/$defs/NAME".',
    ],
  },
  ...['$dynamicRef', '$recursiveRef'].map((keyword) => ({
    what: `a ${keyword} to nothing`,
    text: `${TOOL}    output:\n      type: object\n      properties: { a: { ${keyword}: '#nope' } }\n`,
    problems: [
      `8:${keyword === '$dynamicRef' ? 39 : 24} tools.a.output.properties.a.${keyword === '$dynamicRef' ? keyword : '$ref'}: Not a valid JSON Schema: "#nope" leads to no part of this schema: copy that part into "$defs", and write "#/$defs/NAME".`,
    ],
  })),
  {
    what: 'required as a flag of a property',
    text: `${TOOL}    input:\n      type: object\n      properties: { id: { type: string, required: true } }\n`,
    problems: [
      '8:51 tools.a.input.properties.id.required: Not a valid JSON Schema: write "required: [id]" beside "properties".',
    ],
  },
  {
    what: 'a required property that is not described',
    text: `${TOOL}    input: { type: object, required: [oder], properties: { order: {} } }\n`,
    problems: [
      '6:39 tools.a.input.required[0]: "oder" is required, but "properties" lacks it: describe it there, or remove it from "required". Did you mean "order"?',
    ],
  },
  {
    what: 'a required property that may not be there',
    text: `${TOOL}    input:\n      type: object\n      additionalProperties: false\n      required: [order]\n      properties: { orders: { type: string } }\n`,
    problems: [
      '9:18 tools.a.input.required[0]: "order" is required, but not among the properties, so every call would be refused. Did you mean "orders"?',
    ],
  },
  {
    what: 'a default that breaks its schema',
    text: `${TOOL}    input:\n      type: object\n      properties:\n        count: { type: integer, default: many }\n        items: { type: array, items: { type: string }, default: [1] }\n`,
    problems: [
      '9:42 tools.a.input.properties.count.default: The default breaks its own schema: it must be integer.',
      '10:65 tools.a.input.properties.items.default: The default breaks its own schema: /0 must be string.',
    ],
  },
  {
    what: 'a position that no property has',
    text: `${TOOL}      arguments: [id, nota]\n${INPUT}`,
    problems: [
      '6:23 tools.a.workflow.arguments[1]: "a" has no argument "nota". Did you mean note?',
    ],
  },
  {
    what: 'a position that is there twice',
    text: `${TOOL}      arguments: [id, note, id]\n${INPUT}`,
    problems: [
      '6:29 tools.a.workflow.arguments[2]: "id" is already argument 1: leave it out, or name another property.',
    ],
  },
  {
    what: 'a property that no position takes',
    text: `${TOOL}      arguments: [id]\n${INPUT}`,
    problems: [
      '12:9 tools.a.input.properties.note: No position of "arguments" uses "note", so its value would be lost: add it there, or remove the property.',
    ],
  },
  {
    what: 'properties, and no arguments at all',
    text: `${TOOL}      arguments: []\n${INPUT}`,
    problems: [
      '11:9 tools.a.input.properties.id: No position of "arguments" uses "id", so its value would be lost: add it there, or remove the property.',
      '12:9 tools.a.input.properties.note: No position of "arguments" uses "note", so its value would be lost: add it there, or remove the property.',
    ],
  },
  {
    what: 'arguments that are a word',
    text: `${TOOL}      arguments: positional\n${INPUT}`,
    problems: [
      '6:18 tools.a.workflow.arguments: Write "object"; or a list of expressions and constants: [note, $caller.subject, { value: true }]; or an object of them: { customer_id: customer }.',
    ],
  },
  {
    what: 'arguments by name',
    text: `${TOOL}      arguments: { id: 1 }\n${INPUT}`,
    problems: [
      '6:24 tools.a.workflow.arguments.id: Write an expression ("order_id", "$caller.subject"), a constant ({ value: … }), bytes ({ bytes: content }), or an object of expressions ({ id: order_id }).',
    ],
  },
  {
    what: 'two problems of form in one tool, and one of sense, which may follow from them',
    text: `${TOOL}      arguments: [id, nota]\n      priority: 0\n${INPUT}    tll: 1 day\n`,
    problems: [
      '7:17 tools.a.workflow.priority: Must be at least 1.',
      '14:5 tools.a.tll: Unknown key "tll". Did you mean "ttl"?',
    ],
  },
  {
    what: 'a question before the start that is lost',
    text: `${TOOL}${INPUT}    questions:\n      amount: { message: How much?, properties: { amount: { type: number } } }\n`,
    problems: [
      '13:51 tools.a.questions.amount.properties.amount: "amount" is not a property of the tool\'s input, so its answer would be lost.',
    ],
  },
  {
    what: 'a question before the start that no client knows',
    text: `${TOOL}${INPUT}    questions:\n      note:\n        message: What else?\n        properties: { note: { type: object } }\n        required: [nota]\n`,
    problems: [
      '15:29 tools.a.questions.note.properties.note: No client can be asked this: /properties/note must be of type string, number, integer, boolean, or array for several choices: forms are flat.',
      '16:19 tools.a.questions.note.required: No client can be asked this: /required must name properties of the form, which has no "nota".',
    ],
  },
  {
    what: 'a question before the start of a reserved name',
    text: `${TOOL}${INPUT}    questions: { confirm: { message: Really?, properties: { note: { type: string } } } }\n`,
    problems: [
      '12:18 tools.a.questions.confirm: "confirm" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "confirm".',
    ],
  },
  {
    what: 'a confirmation that names nothing',
    text: `${TOOL}${INPUT}    confirm: Place order {order}?\n`,
    problems: ['12:14 tools.a.confirm: "a" has no argument "order".'],
  },
  {
    what: 'an idempotency key without arguments',
    text: `${TOOL}${INPUT}    task: { idempotencyKey: order }\n`,
    problems: [
      '12:29 tools.a.task.idempotencyKey: All calls would be the same task: use an argument, "{order_id}", or "{$input}" for all arguments.',
    ],
  },
  {
    what: 'an ID of an argument that may be missing',
    text: `${TOOL}      id: 'order-{note}'\n${INPUT}`,
    problems: [
      '6:11 tools.a.workflow.id: "{note}" may be missing in a call, which would then have no ID: make it "required" in the input.',
    ],
  },
  {
    what: 'an ID of nothing but an argument',
    text: `${TOOL}      id: '{id}'\n${INPUT}`,
    problems: [
      '6:11 tools.a.workflow.id: Start with a fixed text ("order-{order_id}") other than "mcp-". Otherwise arguments could name any Workflow.',
    ],
  },
  {
    what: 'a policy without an ID',
    text: `${TOOL}      idReusePolicy: AllowDuplicate\n`,
    problems: ['6:22 tools.a.workflow.idReusePolicy: idReusePolicy needs an ID: write "id", too.'],
  },
  {
    what: 'a policy that there is not',
    text: `${TOOL}      id: 'order-{id}'\n      idConflictPolicy: join\n${INPUT}`,
    problems: ['7:25 tools.a.workflow.idConflictPolicy: Write "Fail" or "UseExisting".'],
  },
  {
    what: 'a message with a start to nobody',
    text: `${TOOL}      startWith: { signal: addItem }\n${INPUT}`,
    problems: [
      '6:18 tools.a.workflow.startWith: A message needs a Workflow ID: write an "id", too.',
    ],
  },
  {
    what: 'a message with a start of two kinds',
    text: `${TOOL}      id: 'order-{id}'\n      startWith: { signal: add, update: add, arguments: [id, id] }\n${INPUT}`,
    problems: [
      '7:18 tools.a.workflow.startWith: Only one message can be sent: write signal or update.',
      '7:62 tools.a.workflow.startWith.arguments[1]: "id" is already argument 1: leave it out, or name another property.',
    ],
  },
  {
    what: 'a delay that is no time',
    text: `${TOOL}      startDelay: tomorrow\n`,
    problems: [
      '6:19 tools.a.workflow.startDelay: Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").',
    ],
  },
  {
    what: 'a Search Attribute of no argument',
    text: `${TOOL}      searchAttributes: { OrderId: '{orderId}' }\n${INPUT}`,
    problems: ['6:36 tools.a.workflow.searchAttributes.OrderId: "a" has no argument "orderId".'],
  },
  {
    what: "a memo of the server's own",
    text: `${TOOL}      memo: { mcp.meta: x }\n`,
    problems: [
      '6:25 tools.a.workflow.memo.mcp.meta: Names that start with "mcp." are reserved for the server: choose another one.',
    ],
  },
  {
    what: 'an adoption by a visibility query, as in former versions',
    text: `${TOOL}      adopt: "CustomerId = '{$caller.name}'"\n`,
    problems: [`6:14 ${ADOPTION}`],
  },
  {
    what: 'an adoption by a comparison',
    text: `${TOOL}      adopt: { searchAttribute: "CustomerId = '{$caller.name}'" }\n`,
    problems: [
      '6:33 tools.a.workflow.adopt.searchAttribute: Write the name of the Search Attribute alone: "CustomerId".',
    ],
  },
  {
    what: 'an adoption for everybody that only some may call',
    text: `${TOOL}      adopt: { idPrefix: order-, owner: everybody }\n    access: { scopes: [orders] }\n`,
    problems: [
      '7:23 tools.a.access.scopes: Executions of "owner: everybody" can be read and cancelled without this tool, so scopes would not protect them: leave it out, or name their owner by a searchAttribute.',
    ],
  },
  {
    what: 'an adoption of all tasks, for everybody',
    text: `${TOOL}      adopt: { idPrefix: mcp, owner: everybody }\n`,
    problems: [
      '6:26 tools.a.workflow.adopt.idPrefix: Task IDs begin with "mcp-", and tasks have an owner: use another prefix.',
    ],
  },
  {
    what: 'an adoption by a prefix, without the word that says for whom',
    text: `${TOOL}      adopt: { idPrefix: order- }\n`,
    problems: [`6:14 ${ADOPTION}`],
  },
  {
    what: 'an adoption that starts',
    text: `${TOOL}      adopt: { searchAttribute: CustomerId }\n      id: 'a-{$caller.name}'\n    confirm: Sure?\n`,
    problems: [
      '7:11 tools.a.workflow.id: A tool with "adopt" starts nothing, and takes a Workflow ID: leave workflow.id out.',
      '8:14 tools.a.confirm: A tool with "adopt" starts nothing, and takes a Workflow ID: leave confirm out.',
    ],
  },
];
