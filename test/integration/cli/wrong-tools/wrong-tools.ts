import { buys, expenses, joins, LIST, purchase, reports } from '../../../support/tool-texts.js';

import { WRONG_DISPLAYS } from './wrong-displays.js';
import { WRONG_STARTS } from './wrong-starts.js';
import type { WrongTool } from './wrong-tool.js';

const JOIN = `workflow: { type: joinPositional, arguments: [first, second, count] }
    description: Joins.
    ${LIST}`;
const LONG_NAME = `long_${'name'.repeat(12)}`.slice(0, 50);

const asks = { call: buys, comesOf: 'never asks', at: 'when:' } as const;

export const WRONG_TOOLS: Readonly<Record<string, WrongTool>> = {
  fewer: {
    what: 'fewer arguments than all starts had',
    text: `workflow: { type: joinPositional, arguments: [first] }
    description: Joins.
    input: { type: object, required: [first], properties: { first: { type: string } } }`,
    level: 'problem',
    says: /always started with 3 arguments, .* passes 1/,
    at: 'arguments:',
    call: { first: 'a' },
    comesOf: 'differs',
    shows: /"structuredContent":\{"first":"a"\}/,
  },
  object: {
    what: 'one object where positions are taken',
    text: `workflow: joinPositional
    description: Joins.
    ${LIST}`,
    level: 'problem',
    says: /was always a text, but this tool passes an object/,
    at: 'type: object',
    call: joins,
    comesOf: 'differs',
    shows: /"structuredContent":\{"first":\{"first":"a"/,
  },
  property: {
    what: 'a misspelt property',
    text: `workflow: purchase
    description: Buys something.
    status: { query: getPurchase, text: 'It costs {$query.cents}.' }
    input:
      type: object
      required: [item, cent]
      properties: { item: { type: string }, cent: { type: integer } }`,
    level: 'problem',
    says: /"cents" was always in the argument.*write "cents"/,
    at: 'type: object',
    call: { item: 'lamp', cent: 1 },
    comesOf: 'shows no status',
  },
  type_case: {
    what: 'a Workflow Type in another case',
    text: `workflow: { type: joinpositional, arguments: [] }
    description: Joins.`,
    level: 'problem',
    says: /case or separators\. Write "workflow: joinPositional"/,
    at: 'workflow:',
    call: {},
    comesOf: 'hangs',
  },
  type_misspelt: {
    what: 'a misspelt Workflow Type',
    text: `workflow: { type: joinPositionl, arguments: [] }
    description: Joins.`,
    level: 'problem',
    says: /but joinPositional was.*Write "workflow: joinPositional"/,
    at: 'workflow:',
    call: {},
    comesOf: 'hangs',
  },
  no_id: {
    what: 'no Workflow ID where all executions have one of their arguments',
    text: `workflow: { type: slowCompute }
    description: Computes.
    input: { type: object, required: [label], properties: { seconds: { type: number, default: 0 }, label: { type: string } } }`,
    level: 'problem',
    says: /Workflow IDs such as compute-\{label\}.*Write "id: 'compute-\{label\}'"/,
    at: 'workflow:',
    call: { label: 'twice' },
    comesOf: 'differs',
    shows: /"taskId":"mcp-/,
  },
  type_unknown: {
    what: 'a Workflow Type that nobody has run',
    text: `workflow: { type: somethingElseEntirely, arguments: [] }
    description: Does something.`,
    level: 'warning',
    says: /was never seen\. If no Worker has it/,
    at: 'workflow:',
    call: {},
    comesOf: 'hangs',
  },
  type_unregistered: {
    what: 'a Workflow Type that the Worker says it does not have',
    text: `workflow: { type: nobodyRegisteredThis, arguments: [] }
    description: Does something.`,
    level: 'problem',
    says: /no Worker .* has registered nobodyRegisteredThis/,
    at: 'workflow:',
    call: {},
    comesOf: 'hangs',
  },
  signal_misspelt: {
    what: 'a misspelt Signal',
    text: purchase({ answer: '{ signal: aprove, arguments: [$answer.approved, $answer.note] }' }),
    level: 'problem',
    says: /Signal "aprove".* Did you mean "approve"\?/,
    at: 'answer:',
    call: buys,
    comesOf: 'answers in vain',
  },
  signal_for_update: {
    what: 'a Signal that is an Update',
    text: expenses({ answer: '{ signal: decide, arguments: [$answer.decision] }' }),
    level: 'problem',
    says: /It has an Update of that name: write "update: decide"/,
    at: 'answer:',
    call: reports,
    comesOf: 'answers in vain',
  },
  query_misspelt: {
    what: 'a misspelt Query',
    text: purchase({ when: '{ query: getPurchse, value: $query.state, is: awaiting approval }' }),
    level: 'problem',
    says: /Query "getPurchse".* Did you mean "getPurchase"\?/,
    ...asks,
  },
  answer_object: {
    what: 'an answer as one object where positions are taken',
    text: purchase({ answer: '{ signal: approve }' }),
    level: 'problem',
    says: /was always true or false, but this tool passes an object/,
    at: 'answer:',
    call: buys,
    comesOf: 'takes no for yes',
  },
  state_case: {
    what: 'a state in another case',
    text: purchase({
      when: '{ query: getPurchase, value: $query.state, is: Awaiting_Approval }',
    }),
    level: 'problem',
    says: /never asked\. Write "awaiting approval"/,
    ...asks,
  },
  state_kind: {
    what: 'a state of another kind',
    text: purchase({ when: '{ query: getPurchase, value: $query.state, is: 5 }' }),
    level: 'problem',
    says: /is a text, but "is" lists a number/,
    ...asks,
  },
  path_into_text: {
    what: 'a path into a text',
    text: purchase({ when: '{ query: getPurchase, value: $query.state.name }' }),
    level: 'problem',
    says: /was a text, which has no member "name"/,
    ...asks,
  },
  path_misspelt: {
    what: 'a misspelt member',
    text: purchase({ when: '{ query: getPurchase, value: $query.stat, is: awaiting approval }' }),
    level: 'problem',
    says: /has no "stat"\. Did you mean \$query\.state\?/,
    ...asks,
  },
  memo_misspelt: {
    what: 'a misspelt memo',
    text: expenses({ when: '{ memo: aproval, value: $memo.pending }' }),
    level: 'problem',
    says: /memo "aproval": it was missing .* Did you mean "approval"\?/,
    at: 'when:',
    call: reports,
    comesOf: 'never asks',
  },
  memo_member: {
    what: 'a misspelt member of a memo',
    text: expenses({ when: '{ memo: approval, value: $memo.pendng }' }),
    level: 'problem',
    says: /has no "pendng"\. Did you mean \$memo\.pending\?/,
    at: 'when:',
    call: reports,
    comesOf: 'never asks',
  },
  output: {
    what: 'an output that no result fits',
    text: `workflow: { type: joinPositional, arguments: [first, second, count] }
    description: Joins.
    ${LIST}
    output: { type: object, required: [total], properties: { total: { type: number } } }`,
    level: 'problem',
    says: /the 2 results seen cannot be returned: .*output/,
    at: 'output:',
    call: joins,
    comesOf: 'gives words alone',
  },
  'dotted.name': {
    what: 'a name with a dot',
    text: JOIN,
    level: 'warning',
    says: /GitHub Copilot CLI, .* refuse: write "dotted_name"/,
    at: 'dotted.name:',
    call: joins,
    comesOf: 'differs',
    shows: /"toolName":"dotted\.name"/,
  },
  [LONG_NAME]: {
    what: 'a name that is too long with the name of the server',
    text: JOIN,
    level: 'warning',
    says: /"mcp__temporal-mcp-tasks__long_.*, which has 75 characters\. .* allow 64: shorten it by 11/,
    at: LONG_NAME,
    call: joins,
    comesOf: 'differs',
    shows: /"toolName":"long_/,
  },
  large_result: {
    what: 'a result above 25,000 tokens',
    text: `workflow: returnLargeString
    description: Returns much.
    input: { type: object, properties: { bytes: { type: number } } }`,
    level: 'warning',
    says: /One result had 100001 characters\. Claude Code takes about 100000 \(25,000 tokens\)/,
    at: 'workflow:',
    call: { bytes: 100_001 },
    comesOf: 'differs',
    shows: /x{100001}/,
  },
  ...WRONG_STARTS,
  ...WRONG_DISPLAYS,
};
