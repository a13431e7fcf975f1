/** Tools that read their Workflow in a wrong way, or send it answers that it does not take. */
import { buys, copying, expenses, ORDER, purchase, reports } from '../../../support/tool-texts.js';

import type { WrongTool } from './wrong-tool.js';

const silent = { call: buys, comesOf: 'shows no status', at: 'status:' } as const;
const unasked = { level: 'problem', comesOf: 'never asks', at: 'when:' } as const;
const answered = { level: 'problem', call: buys, at: 'answer:' } as const;

function shown(status: string): string {
  return `workflow: purchase
    description: Buys something.
    status: ${status}
    ${ORDER}`;
}

export const WRONG_DISPLAYS: Readonly<Record<string, WrongTool>> = {
  status_attribute: {
    what: 'a misspelt Search Attribute that is read',
    text: shown('{ searchAttribute: OrderID }'),
    ...silent,
    level: 'problem',
    says: /OrderID is not registered.* "OrderId"\?/,
  },
  query_update: {
    what: 'a Query that is an Update',
    text: purchase({
      when: '{ query: changeAmount, value: $query.state, is: awaiting approval }',
    }),
    ...unasked,
    call: buys,
    says: /only a Query\. Its Queries: getPurchase/,
  },
  message_member: {
    what: 'a misspelt member in the text of a question',
    text: purchase({ message: "'Approve {$query.itm}?'" }),
    level: 'problem',
    says: /\$query has no "itm"\. Did you mean \$query\.item\?/,
    at: 'message:',
    call: buys,
    comesOf: 'differs',
    shows: /Approve \(none\)\?/,
  },
  status_member: {
    what: 'a misspelt member in the text of a status',
    text: shown("{ query: getPurchase, text: '{$query.stat}' }"),
    ...silent,
    level: 'problem',
    says: /\$query has no "stat"\. Did you mean \$query\.state\?/,
  },
  heartbeat_misspelt: {
    what: 'a misspelt Activity whose heartbeat is read',
    text: copying("{ heartbeat: copyAl, done: '$heartbeat[0]' }"),
    level: 'problem',
    says: /no Activity "copyAl" was seen in \d execution\(s\)\. Did you mean "copyAll"\?/,
    at: 'progress:',
    call: { files: 100_000, stepMs: 100 },
    comesOf: 'shows no status',
  },
  state_quoted: {
    what: 'true as a text',
    text: expenses({ when: "{ memo: approval, value: $memo.pending, is: 'true' }" }),
    ...unasked,
    call: reports,
    says: /is true or false, but "is" lists a text/,
  },
  state_misspelt: {
    what: 'a misspelt state',
    text: purchase({ when: '{ query: getPurchase, value: $query.state, is: awaitng approval }' }),
    // Two states of a Workflow may have similar names.
    ...unasked,
    level: 'warning',
    call: buys,
    says: /Did you mean "awaiting approval"\?/,
  },
  state_never: {
    what: 'a state that the Workflow does not have',
    text: purchase({ when: '{ query: getPurchase, value: $query.state, is: pending }' }),
    ...unasked,
    level: 'unknown',
    call: buys,
    says: /whether the question is ever asked cannot be determined/,
  },
  deadline: {
    what: 'a deadline that is no time',
    text: `${purchase()}
        answerBy: $query.item`,
    level: 'problem',
    says: /"answerBy" gives a text that isn't a time/,
    at: 'answerBy:',
    call: buys,
    comesOf: 'differs',
    shows: /"questions":\[\{"key":"approval\.(?!.*"answerBy")/,
  },
  decline: {
    what: 'a misspelt Signal for those who decline',
    text: `${purchase()}
        decline: { signal: withdrw, arguments: [] }`,
    level: 'problem',
    says: /Signal "withdrw".* Did you mean "withdraw"\?/,
    at: 'decline:',
    call: buys,
    comesOf: 'declines in vain',
  },
  answer_order: {
    what: 'an answer in another order',
    text: purchase({ answer: '{ signal: approve, arguments: [$answer.note, $answer.approved] }' }),
    ...answered,
    says: /argument 1 was always true or false, .* passes a text/,
    content: { approved: false, note: 'no' },
    comesOf: 'takes no for yes',
  },
  answer_text: {
    what: 'a choice where true or false is taken',
    text: purchase({ approved: "{ type: string, enum: ['no', 'yes'] }" }),
    ...answered,
    says: /argument 1 was always true or false, .* passes a text/,
    content: { approved: 'no' },
    comesOf: 'takes no for yes',
  },
  answer_update: {
    what: 'a misspelt Update',
    text: expenses({ answer: '{ update: decid, arguments: [$answer.decision] }' }),
    ...answered,
    says: /Update "decid".* Did you mean "decide"\?/,
    call: reports,
    comesOf: 'answers in vain',
  },
  update_for_signal: {
    what: 'an Update that is a Signal',
    text: purchase({ answer: '{ update: approve, arguments: [$answer.approved, $answer.note] }' }),
    ...answered,
    says: /It has a Signal of that name: write "signal: approve"/,
    comesOf: 'answers in vain',
  },
};
