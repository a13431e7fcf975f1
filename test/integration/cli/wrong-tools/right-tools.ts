import { copying, COPYING, expenses, LIST, ORDER, purchase } from '../../../support/tool-texts.js';

/** Valid tools of all Workflow Types that the wrong tools use. */
export const RIGHT_TOOLS: Readonly<Record<string, string>> = {
  buy: purchase(),
  report: expenses(),
  copy: copying("{ heartbeat: copyAll, done: '$heartbeat[0]', total: '$heartbeat[1]' }"),
  join: `workflow: { type: joinPositional, arguments: [first, second, count], executionTimeout: 1 hour }
    description: Joins.
    result: { text: 'It is {$result.first}.' }
    output: { type: object, required: [count], properties: { count: { type: number } } }
    ${LIST}`,
  watched: `workflow:
      type: purchase
      id: 'buy-{item}'
      searchAttributes: { OrderId: '{item}', Amount: '{cents}' }
      startWith: { signal: approve, arguments: [{ value: true }] }
    description: Buys something.
    cancel: { signal: withdraw }
    status:
      - { query: getPurchase, timeout: 1s, text: 'It is {$query.state}, for {cents}.' }
      - { searchAttribute: OrderId }
    ${ORDER}`,
  changed: `workflow:
      type: purchase
      id: 'buy-{item}'
      startWith: { update: changeAmount, arguments: [cents] }
    ${purchase({ when: '{ query: getPurchase, value: $query.state, is: [rejected, withdrawn] }' })
      .split('\n')
      .slice(1)
      .join('\n')
      .trim()}`,
  counted: copying("{ heartbeat: copyAll, done: '$heartbeat[0]', total: files }"),
  detailed: `workflow: copyFiles
    description: Copies files.
    status: { currentDetails: true }
    progress: { heartbeat: copyAll, done: "$heartbeat[0]", total: 1000000 }
    ${COPYING}`,
  compute: `workflow: { type: slowCompute, id: 'compute-{label}' }
    description: Computes.
    input:
      type: object
      required: [label]
      properties: { seconds: { type: number, default: 0 }, label: { type: string } }`,
  large: `workflow: returnLargeString
    description: Returns much.
    _meta: { anthropic/maxResultSizeChars: 200000 }
    input: { type: object, properties: { bytes: { type: number } } }`,
  chosen: expenses({ choices: "['no', 'yes', later]" }),
  declined: `${purchase()}
        decline: { signal: approve, arguments: [{ value: false }] }`,
};
