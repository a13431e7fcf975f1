/** Tools that start, call or end their Workflow in a wrong way, or expect another result. */
import { randomUUID } from 'node:crypto';

import { buys, expenses, joins, LIST, ORDER, reports } from '../../../support/tool-texts.js';

import type { WrongTool } from './wrong-tool.js';

const differs = { level: 'problem', comesOf: 'differs' } as const;

function joining(layout: string): string {
  return `workflow: { type: joinPositional, arguments: ${layout} }
    description: Joins.
    ${LIST}`;
}

function join(more: string): string {
  return `${joining('[first, second, count]')}
    ${more}`;
}

/** A purchase with further keys of its Workflow and of the tool. */
function buying(
  workflow: string,
  more = "status: { query: getPurchase, text: '{$query.state}' }",
): string {
  return `workflow: { type: purchase, ${workflow} }
    description: Buys something.
    ${more}
    ${ORDER}`;
}

export const WRONG_STARTS: Readonly<Record<string, WrongTool>> = {
  no_arguments: {
    what: 'no arguments where one is taken',
    text: `workflow: { type: reportExpenses, arguments: [] }
    description: Has expenses approved.`,
    level: 'problem',
    says: /always started with 1 argument, but this tool passes 0/,
    at: 'arguments:',
    call: {},
    comesOf: 'hangs',
  },
  more: {
    what: 'more arguments than are taken',
    text: `workflow: { type: joinPositional, arguments: [first, second, count, { value: 4 }] }
    description: Joins.
    ${LIST}`,
    level: 'warning',
    says: /this tool passes 4 arguments, and at most 3 were seen\. Leave the rest out/,
    at: 'arguments:',
    call: joins,
    comesOf: 'differs',
    shows: /"count":3\}/,
  },
  bound: {
    what: 'a bound that JSON Schema does not have',
    text: `workflow: { type: joinPositional, arguments: [first, second, count] }
    description: Joins.
    ${LIST.replace('count: { type: integer }', 'count: { type: integer, min: 1 }')}`,
    level: 'warning',
    says: /no keyword "min", so it does nothing\. Did you mean "minimum"\?/,
    at: 'min: 1',
    call: { ...joins, count: -5 },
    comesOf: 'differs',
    shows: /"count":-5/,
  },
  ttl: {
    what: 'a time to live above the retention',
    text: join('ttl: { default: 3 days }'),
    level: 'warning',
    says: /ttl\.default is 72 h, which the server cuts to 24 h, the retention of namespace default/,
    at: 'ttl:',
    call: joins,
    comesOf: 'differs',
    shows: /"ttlMs":864\d{5}\D/,
  },
  result_member: {
    what: 'a misspelt member of the result',
    text: join("result: { structured: '{ total: $result.cont }' }"),
    level: 'problem',
    says: /\$result has no "cont"\. Did you mean \$result\.count\?/,
    at: 'result:',
    call: joins,
    comesOf: 'differs',
    shows: /"structuredContent":\{"total":null\}/,
  },
  order: {
    what: 'arguments in another order',
    text: joining('[count, first, second]'),
    ...differs,
    says: /argument 1 was always a text, but this tool passes a number/,
    at: 'arguments:',
    call: joins,
    shows: /"first":3/,
  },
  constant: {
    what: 'a constant of another kind',
    text: `workflow: { type: joinPositional, arguments: [first, { value: b }, { value: '3' }] }
    description: Joins.
    input: { type: object, required: [first], properties: { first: { type: string } } }`,
    ...differs,
    says: /argument 3 was always a number, but this tool passes a text/,
    at: 'arguments:',
    call: { first: 'a' },
    shows: /"count":"3"/,
  },
  renamed: {
    what: 'arguments under wrong names',
    text: `workflow: { type: purchase, arguments: { item: item, cent: cents } }
    description: Buys something.
    status: { query: getPurchase, text: 'It costs {$query.cents}.' }
    ${ORDER}`,
    ...differs,
    says: /"cents" was always in the argument.* write "cents"/,
    at: 'arguments:',
    call: buys,
    comesOf: 'shows no status',
  },
  attribute: {
    what: 'a misspelt Search Attribute',
    text: buying("searchAttributes: { OrderID: '{item}' }"),
    level: 'problem',
    says: /OrderID is not registered.* Did you mean "OrderId"\?/,
    at: 'OrderID',
    call: buys,
    comesOf: 'is refused',
  },
  attribute_type: {
    what: 'a number for a Search Attribute of times',
    text: buying("searchAttributes: { DueAt: '{cents}' }"),
    level: 'problem',
    says: /DueAt is of type DATETIME/,
    at: 'DueAt',
    call: buys,
    comesOf: 'is refused',
  },
  queue: {
    what: 'a Task Queue that nobody polls',
    text: buying('taskQueue: nobody-polls-this'),
    level: 'problem',
    says: /nobody-polls-this is not polled by any worker/,
    at: 'taskQueue:',
    call: buys,
    comesOf: 'waits',
  },
  start_update: {
    what: 'a misspelt Update that goes with the start',
    text: buying(
      "id: 'buy-{item}', startWith: { update: changeAmont, arguments: [cents] }, executionTimeout: 1 hour",
    ),
    level: 'problem',
    says: /Update "changeAmont".* Did you mean "changeAmount"\?/,
    at: 'startWith:',
    call: { item: `a${randomUUID()}`, cents: 5 },
    comesOf: 'is refused',
  },
  start_signal: {
    what: 'a misspelt Signal that goes with the start',
    text: buying(
      "id: 'order-{item}', startWith: { signal: aprove, arguments: [{ value: true }] }, executionTimeout: 1 hour",
    ),
    ...differs,
    says: /Signal "aprove".* Did you mean "approve"\?/,
    at: 'startWith:',
    call: { item: `b${randomUUID()}`, cents: 5 },
    shows: /awaiting approval/,
  },
  format: {
    what: 'a format that there is not',
    text: `workflow: purchase
    description: Buys something.
    status: { query: getPurchase, text: '{$query.item}' }
    input:
      type: object
      required: [item, cents]
      properties: { item: { type: string, format: e-mail }, cents: { type: integer } }`,
    level: 'warning',
    says: /Unknown format "e-mail".* Did you mean "email"\?/,
    at: 'format:',
    call: { item: 'no address', cents: 5 },
    comesOf: 'differs',
    shows: /no address/,
  },
  undescribed: {
    what: 'no description',
    text: `workflow: purchase
    ${ORDER}`,
    level: 'warning',
    says: /Missing: a description/,
    at: 'workflow:',
    call: buys,
    comesOf: 'says nothing',
  },
  result_structured: {
    what: 'structured content that is none',
    text: join("result: { structured: '$result.frist' }"),
    level: 'problem',
    says: /results seen cannot be returned: .*result/,
    at: 'result:',
    call: joins,
    comesOf: 'gives words alone',
  },
  output_closed: {
    what: 'an output that leaves a member out',
    text: join(
      'output: { type: object, additionalProperties: false, properties: { first: { type: string } } }',
    ),
    level: 'problem',
    says: /results seen cannot be returned/,
    at: 'output:',
    call: joins,
    comesOf: 'gives words alone',
  },
  output_kind: {
    what: 'an output with a member of another kind',
    text: join('output: { type: object, properties: { count: { type: string } } }'),
    level: 'problem',
    says: /results seen cannot be returned/,
    at: 'output:',
    call: joins,
    comesOf: 'gives words alone',
  },
  approvers: {
    what: 'approvers of a server that asks for no tokens',
    text: `${expenses()}
    access: { approvers: { owner: false, allow: { groups: [finance] } } }`,
    level: 'warning',
    says: /does not require tokens, so .*no "approvers"/,
    at: 'access:',
    call: reports,
    comesOf: 'never asks',
  },
  cancel_signal: {
    what: 'a misspelt Signal that goes ahead of a cancellation',
    text: buying('executionTimeout: 1 hour', 'cancel: { signal: withdrw }'),
    level: 'problem',
    says: /Signal "withdrw".* Did you mean "withdraw"\?/,
    at: 'cancel:',
    call: buys,
    comesOf: 'is cancelled',
  },
};
