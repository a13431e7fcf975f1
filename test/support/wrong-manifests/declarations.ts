/** Invalid manifests: wrong declarations of statuses, questions and messages of a Workflow, and wrong whole texts. */
import { TOOL, type WrongManifest } from './wrong-manifest.js';

/** The start of a valid question. */
const QUESTION = `    questions:
      approval:
        when: { query: getState }
        message: Approve?
        properties: { ok: { type: boolean } }
`;
/** The start of a valid action. */
const ACTION = `actions:
  act:
    workflow: placeOrder
`;

/** Likely mistakes of users, with the messages for them. */
export const WRONG_DECLARATIONS: readonly WrongManifest[] = [
  {
    what: 'a status of two places in one',
    text: `${TOOL}    status: { query: q, memo: m }\n`,
    problems: ['6:13 tools.a.status: Only one place can be read: write query or memo.'],
  },
  {
    what: 'a misfit of what fits anyway',
    text: `${TOOL}    result: { misfit: text }\n`,
    problems: [
      '6:23 tools.a.result.misfit: Without an "output" and without an expression, every result fits: leave it out.',
    ],
  },
  {
    what: 'a status of nothing, in a list',
    text: `${TOOL}    status:\n      - { memo: state }\n      - {  }\n`,
    problems: [
      '8:9 tools.a.status[1]: Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.',
    ],
  },
  {
    what: 'a timeout of what waits for nobody',
    text: `${TOOL}    status: { memo: state, timeout: 1s }\n`,
    problems: [
      '6:37 tools.a.status.timeout: Only query and currentDetails wait for a Worker: leave it out.',
    ],
  },
  {
    what: 'a progress with a wrong total',
    text: `${TOOL}    progress: { heartbeat: true, total: 0 }\n`,
    problems: [
      '6:41 tools.a.progress.total: Write a number above 0, or an expression that gives one.',
    ],
  },
  {
    what: 'an argument that no call has, in a total and a status',
    text: `${TOOL}    input: { type: object, properties: { files: { type: integer } } }\n    progress: { heartbeat: true, total: file }\n    status: [{ memo: a, text: '{$memo.b} of {many}' }]\n`,
    problems: [
      '7:41 tools.a.progress.total: "a" has no argument "file". Did you mean files? What the heartbeat has is $heartbeat.file.',
      '8:31 tools.a.status[0].text: "a" has no argument "many". What the memo has is {$memo.many}.',
    ],
  },
  {
    what: 'an argument in a question that the Workflow gets in another shape',
    text: `${TOOL}      arguments: ['length(files)']\n    input: { type: object, properties: { files: { type: integer } } }\n${QUESTION.replace('Approve?', "'{files}?'")}        answer: { signal: approve }\n`,
    problems: [
      '11:18 tools.a.questions.approval.message: "files" is an argument. The Workflow does not get it unchanged, so it cannot be read later: pass it as an argument of its own.',
    ],
  },
  {
    what: 'a misspelt place of progress',
    text: `${TOOL}    progress: { heartbeat: true, messages: done }\n`,
    problems: ['6:34 tools.a.progress.messages: Unknown key "messages". Did you mean "message"?'],
  },
  {
    what: 'a path that is none',
    text: `${TOOL}    progress: { memo: done, done: $memo.a..b }\n`,
    problems: [
      '6:35 tools.a.progress.done: Not a JMESPath expression: Syntax error, unexpected token: .(Dot).',
    ],
  },
  {
    what: 'a question without an answer',
    text: `${TOOL}${QUESTION}`,
    problems: [
      '8:9 tools.a.questions.approval.answer: Missing: the Signal or Update that brings the Workflow the answer.',
    ],
  },
  {
    what: 'an answer to nobody',
    text: `${TOOL}${QUESTION}        answer: { arguments: [$answer.ok] }\n`,
    problems: [
      '11:17 tools.a.questions.approval.answer: Missing: a signal or an update of the Workflow.',
    ],
  },
  {
    what: 'an answer of two kinds',
    text: `${TOOL}${QUESTION}        answer: { signal: approve, update: approve }\n`,
    problems: [
      '11:17 tools.a.questions.approval.answer: Only one message can be sent: write signal or update.',
    ],
  },
  {
    what: 'an answer with a field that there is not',
    text: `${TOOL}${QUESTION}        answer: { signal: approve, arguments: [okay] }\n`,
    problems: [
      '11:48 tools.a.questions.approval.answer.arguments[0]: "a" has no argument "okay". What the person has answered is $answer.ok.',
    ],
  },
  {
    what: 'a decline that fills in',
    text: `${TOOL}${QUESTION}        answer: { signal: approve }\n        decline: { signal: reject, arguments: [ok] }\n`,
    problems: [
      '12:48 tools.a.questions.approval.decline.arguments[0]: A declined form has no "ok": write a constant, such as { value: false }.',
    ],
  },
  {
    what: 'a deadline that declines with nothing, at no time',
    text: `${TOOL}${QUESTION}        answer: { signal: approve }\n        onDeadline: decline\n`,
    problems: [
      '12:21 tools.a.questions.approval.onDeadline: Missing: decline, the message that is sent then.',
      '12:21 tools.a.questions.approval.onDeadline: Missing: answerBy, the time that is meant.',
    ],
  },
  {
    what: 'a deadline that does what there is not',
    text: `${TOOL}${QUESTION}        answer: { signal: approve }\n        onDeadline: cancel\n`,
    problems: ['12:21 tools.a.questions.approval.onDeadline: Write decline, or leave it out.'],
  },
  {
    what: 'a deadline of a question that is asked before the start',
    text: `${TOOL}    questions:\n      approval:\n        message: Approve?\n        properties: {}\n        answerBy: until\n`,
    problems: [
      '10:19 tools.a.questions.approval.answerBy: A question without "when" is asked before the start, and has no deadline.',
    ],
  },
  {
    what: 'a question that is shown nowhere',
    text: `${TOOL}    questions:\n      approval:\n        when: { is: WAITING }\n        message: Approve?\n        properties: { ok: { type: boolean } }\n        answer: { signal: approve }\n`,
    problems: [
      '8:15 tools.a.questions.approval.when: Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.',
    ],
  },
  {
    what: 'a question with a name that no key can have',
    text: `${TOOL}    questions:\n      'is it ok?':\n        when: { query: getState }\n        message: Approve?\n        properties: { ok: { type: boolean } }\n        answer: { signal: approve }\n`,
    problems: [
      '7:7 tools.a.questions.is it ok?: "is it ok?" cannot name a question: use up to 40 letters, digits, "_" or "-".',
    ],
  },
  {
    what: 'an action without a message',
    text: `${TOOL}${ACTION}`,
    problems: ['8:5 actions.act: Missing: a query, a signal or an update of the Workflow.'],
  },
  {
    what: 'an action with two messages',
    text: `${TOOL}${ACTION}    signal: s\n    query: q\n`,
    problems: ['8:5 actions.act: Only one message can be sent: write query or signal.'],
  },
  {
    what: 'an action of a Workflow Type without tool',
    text: `${TOOL}actions:\n  act:\n    workflow: placeOrdr\n    signal: s\n`,
    problems: [
      '8:15 actions.act.workflow: No tool starts the Workflow Type "placeOrdr", so there would be no task to act on. Did you mean "placeOrder"?',
    ],
  },
  {
    what: 'an action with the name of a tool',
    text: `${TOOL}actions:\n  a:\n    workflow: placeOrder\n    signal: s\n`,
    problems: ['7:3 actions.a: A tool of this name already exists: rename the action.'],
  },
  {
    what: 'an action that takes the name of the task',
    text: `${TOOL}${ACTION}    signal: s\n    input: { type: object, properties: { task_id: { type: string } } }\n`,
    problems: [
      '10:42 actions.act.input.properties.task_id: "task_id" names the task in every action: give the property another name.',
    ],
  },
  {
    what: 'an action whose argument is lost',
    text: `${TOOL}${ACTION}    update: u\n    input: { type: object, properties: { note: { type: string } } }\n    arguments: [{ value: true }]\n`,
    problems: [
      '10:42 actions.act.input.properties.note: No position of "arguments" uses "note", so its value would be lost: add it there, or remove the property.',
    ],
  },
  {
    what: 'an action with a constant of no value',
    text: `${TOOL}${ACTION}    update: u\n    arguments: [{ constant: true }]\n`,
    problems: [
      '10:17 actions.act.arguments[0]: Write an expression ("order_id", "$caller.subject"), a constant ({ value: … }), bytes ({ bytes: content }), or an object of expressions ({ id: order_id }).',
    ],
  },
  {
    what: 'a Signal with a result',
    text: `${TOOL}${ACTION}    signal: s\n    output: { type: object }\n    timeout: 5s\n`,
    problems: [
      '10:13 actions.act.output: A Signal has no result: leave it out, or send an update.',
      '11:14 actions.act.timeout: A Signal does not wait for a Worker: leave it out.',
    ],
  },
  {
    what: 'a Query that goes on',
    text: `${TOOL}${ACTION}    query: q\n    answerWithin: 5s\n`,
    problems: [
      '10:19 actions.act.answerWithin: Only an Update can continue after its call. For a query, leave it out, or write "timeout".',
    ],
  },
  {
    what: 'a scope with a blank',
    text: `${TOOL}    access: { scopes: ['orders write'] }\n`,
    problems: [
      '6:24 tools.a.access.scopes[0]: A scope must not contain spaces, quotes or backslashes.',
    ],
  },
  {
    what: 'an allow of nobody',
    text: `${TOOL}    access: { allow: { groups: [] } }\n`,
    problems: ['6:32 tools.a.access.allow.groups: Name at least one.'],
  },
  {
    what: 'an alias of nothing',
    text: `${TOOL}    input: *order\n`,
    problems: ['6:12 The alias *order has no anchor: write &order before its value.'],
  },
  {
    what: 'a variable that is not set',
    text: `${TOOL}    title: \${SHOP_NAME}\n`,
    problems: [
      '6:12 The environment variable SHOP_NAME is not set: set it, or write ${SHOP_NAME:-default}.',
    ],
  },
  {
    what: 'two documents',
    text: `${TOOL}---\n${TOOL}`,
    problems: [
      '6:1 A file has one document: write the tools of the others into it, or name several files (--manifest).',
    ],
  },
];
