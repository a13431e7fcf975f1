/** Manifests with mistakes in names, texts and expressions, and with traps of YAML. */
import type { WrongManifest } from './wrong-manifest.js';

/** A tool with three arguments, whose further keys are the mistake's. */
const TOOL = `tools:
  buy:
    workflow: { type: purchase, taskQueue: q, arguments: [item, price, $caller.name] }
    input: { type: object, required: [item], properties: { item: { type: string }, price: { type: integer }, order-id: { type: string } } }
    confirm: '{order-id}'
`;
const FIRST_LINE = 6;
/** A job with one argument. */
const JOB = `tools:
  run:
    input: { type: object, required: [branch], properties: { branch: { type: string } } }
    job:
      base: https://ci.example
`;
const START = `      start: { url: /runs, json: { branch: '{branch}' }, ids: { id: $body.id } }\n`;
const POLL = `      poll: { url: '/runs/{$job.id}', succeeded: [ok] }\n`;

/** A mistake in one line after {@link TOOL}: the marked column, the path below the tool, and the words. */
function wrong(line: string, marked: string, path: string, message: string): WrongManifest {
  const column = `    ${line}`.indexOf(marked) + 1;
  const place = path === '' ? '' : ` tools.buy.${path}:`;
  return {
    what: line,
    text: `${TOOL}    ${line}\n`,
    problems: [`${FIRST_LINE}:${column}${place} ${message}`],
  };
}

/** A mistake in a line of a job, which follows its start or stands for it. */
function wrongJob(line: string, marked: string, path: string, message: string): WrongManifest {
  const column = `      ${line}`.indexOf(marked) + 1;
  const isStart = line.startsWith('start:');
  const isPoll = line.startsWith('poll:');
  return {
    what: `a job with ${line}`,
    text: `${JOB}${isStart ? '' : START}      ${line}\n${isPoll ? '' : POLL}`,
    problems: [`${isStart ? 6 : 7}:${column} tools.run.job.${path}: ${message}`],
  };
}

export const WRONG_NAMES: readonly WrongManifest[] = [
  wrong(
    "status: { query: state, text: 'Now {state}' }",
    "'Now",
    'status.text',
    '"buy" has no argument "state". What the Query gave is {$query.state}.',
  ),
  wrong(
    "status: { query: state, text: 'Now {arguments.item}' }",
    "'Now",
    'status.text',
    'A name alone is an argument: write {item}.',
  ),
  wrong(
    "status: { query: state, text: 'Now {$memo.state}' }",
    "'Now",
    'status.text',
    '$memo is not known here, but where a memo is read. What the Query gave is {$query.state}.',
  ),
  wrong(
    "status: { query: state, text: 'Now {$qery}' }",
    "'Now",
    'status.text',
    'There is no $qery. Did you mean {$query}?',
  ),
  wrong(
    "status: { query: state, text: 'Now {.}' }",
    "'Now",
    'status.text',
    'What the Query gave is {$query}.',
  ),
  wrong(
    "status: { query: state, text: 'For {order-id}' }",
    "'For",
    'status.text',
    '"order-id" is an argument. The Workflow does not get it unchanged, so it cannot be read later: pass it as an argument of its own.',
  ),
  wrong(
    "status: { query: state, text: 'By {principal.subject}' }",
    "'By",
    'status.text',
    'A name alone is an argument: write {$caller.subject}.',
  ),
  wrong(
    "status: { query: state, text: 'By {constructor}' }",
    "'By",
    'status.text',
    '"buy" has no argument "constructor". What the Query gave is {$query.constructor}.',
  ),
  wrong(
    "status: { query: state, text: 'By {$constructor}' }",
    "'By",
    'status.text',
    'There is no $constructor. Here, there are $input, $caller, $task, $query.',
  ),
  wrong(
    "status: { query: state, text: 'By {owner}' }",
    "'By",
    'status.text',
    'A name alone is an argument: write {$caller.name}.',
  ),
  wrong(
    "status: { query: state, text: 'By {$caller.mail}' }",
    "'By",
    'status.text',
    '$caller has no "mail". It has subject, name, issuer, kind, claims.',
  ),
  wrong(
    "status: { query: state, text: 'Now {$query.step' }",
    "'Now",
    'status.text',
    'A placeholder has no closing brace. Put a blank after a literal brace.',
  ),
  wrong(
    "progress: { heartbeat: copy, total: '{total}' }",
    "'{",
    'progress.total',
    '"buy" has no argument "total". What the heartbeat has is $heartbeat.total.',
  ),
  wrong(
    "progress: { heartbeat: copy, total: '100' }",
    "'100",
    'progress.total',
    'A number has no quotes: write 100.',
  ),
  wrong(
    'progress: { heartbeat: copy, total: 100% }',
    '100',
    'progress.total',
    'Numbers stand in backticks: write `100`.',
  ),
  wrong(
    'progress: { heartbeat: copy, total: arguments.price }',
    'arg',
    'progress.total',
    'A name alone is an argument: write price.',
  ),
  wrong(
    "progress: { heartbeat: copy, done: '0' }",
    "'0",
    'progress.done',
    'What the heartbeat has is $heartbeat[0].',
  ),
  wrong(
    'progress: { heartbeat: copy, done: $heartbeat[0] }',
    '$h',
    '',
    "Put the text in quotes: '$heartbeat[0]'.",
  ),
  wrong(
    "result: { text: 'Bill {id}' }",
    "'Bill",
    'result.text',
    '"buy" has no argument "id". What was returned is {$result.id}.',
  ),
  wrong(
    "result: { text: 'Bill {$reslt.id}' }",
    "'Bill",
    'result.text',
    'There is no $reslt. Did you mean {$result.id}?',
  ),
  wrong(
    "result: { structured: '{ bill: id }' }",
    "'{",
    'result.structured',
    '"buy" has no argument "id". What was returned is $result.id.',
  ),
  wrong(
    "result: { structured: '{$result.id}' }",
    "'{",
    'result.structured',
    'This is an expression: write it without braces, $result.id.',
  ),
  wrong(
    'result: { text: { expression: id } }',
    '{ exp',
    'result.text',
    'Write a text with expressions in it: "Order {$result.id}".',
  ),
  wrong(
    'result: { resource: { content: item } }',
    'item',
    'result.resource.content',
    '"item" is an argument. The server keeps no arguments, so it is not known here.',
  ),
  wrong(
    'task: { idempotencyKey: arguments }',
    'arg',
    'task.idempotencyKey',
    'All calls would be the same task: use an argument, "{order_id}", or "{$input}" for all arguments.',
  ),
  wrong(
    "task: { idempotencyKey: '{itm}' }",
    "'{",
    'task.idempotencyKey',
    '"buy" has no argument "itm". Did you mean {item}?',
  ),
  wrong(
    'task: { becomesTaskAfter: 5 }',
    '5',
    'task.becomesTaskAfter',
    'Write how long a call may take before it becomes a task: "5s"; "0s" for every call; or "never".',
  ),
  wrong(
    'cancel: { terminateAfter: 30 }',
    '30',
    'cancel.terminateAfter',
    'A duration has a unit: write "30s" or "30ms".',
  ),
  wrong('summary: x', 'summary', 'summary', 'Unknown key "summary". Write it under "workflow".'),
  wrong('title: @ann', '@ann', '', "Put the text in quotes: '@ann'."),
  wrong('title: `now`', '`now', '', "Put the text in quotes: '`now`'."),
  wrong(
    'title: !important',
    '!imp',
    '',
    '"!" begins a tag of YAML, which a manifest does not have. Put a text in quotes: \'!important\'.',
  ),
  wrong('title: {item} really?', '{item', '', "Put the text in quotes: '{item} really?'."),
  wrong('title: {item}', '{item', '', "Put the text in quotes: '{item}'."),
  wrong('title: Buys: now', 'Buys', '', "Put the text in quotes: 'Buys: now'."),
  wrong(
    `title: '\${item}'`,
    "'$",
    '',
    'The environment variable item is not set: set it, or write ${item:-default}. An argument is {item}.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: status, succeeded: [ok] }",
    'status,',
    'poll.state',
    '"run" has no argument "status". What the service has answered is $body.status. The HTTP status is $code.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', succeeded: passed }",
    'passed',
    'poll.succeeded',
    'Write a list: [passed].',
  ),
  wrongJob(
    'timeout: 3s',
    '3s',
    'timeout',
    'Shorter than the 5000 ms to the first poll ("pollEvery.from"): every job would be cancelled unseen.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: $.status, succeeded: [ok] }",
    '$.',
    'poll.state',
    '"$" alone names nothing: write $body.status for what is read here.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: body.status, succeeded: [ok] }",
    'body.',
    'poll.state',
    'A name alone is an argument: write $body.status.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: $body.task-id, succeeded: [ok] }",
    '$body.',
    'poll.state',
    'A name with hyphens stands in quotes: write $body."task-id".',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: '$body.a || null', succeeded: [ok] }",
    "'$body",
    'poll.state',
    '"null" alone is an argument: write `null` in backticks for the constant.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: '!$body.a.b', succeeded: [ok] }",
    "'!",
    'poll.state',
    'The "!" holds for the first name only: write parentheses, "!(a.b)".',
  ),
  wrongJob(
    "poll: { url: '/runs/{id}', succeeded: [ok] }",
    "'/runs",
    'poll.url',
    '"run" has no argument "id". What "ids" has named is {$job.id}.',
  ),
  wrongJob(
    "poll: { url: '/runs/{job.id}', succeeded: [ok] }",
    "'/runs",
    'poll.url',
    'A name alone is an argument: write {$job.id}.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.run}', succeeded: [ok] }",
    "'/runs",
    'poll.url',
    '$job has no "run". It has id.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', success: [ok] }",
    'success',
    'poll.success',
    'Unknown key "success". Write "succeeded".',
  ),
  wrongJob(
    'start: { url: /runs, existedIf: $code == 409, ids: { id: $body.id } }',
    '$code',
    'start.existedIf',
    'Numbers stand in backticks: write `409`.',
  ),
  wrongJob(
    'start: { url: /runs, ids: { id: $headers.Location } }',
    '$headers',
    'start.ids.id',
    'Header names are in lower case here: write $headers.location.',
  ),
  wrongJob(
    "start: { url: '/runs/{$job.id}', ids: { id: $body.id } }",
    "'/runs",
    'start.url',
    '$job is not known here, but in a job, after its start. Here, there are $input, $caller, $task.',
  ),
  wrongJob(
    `start: { url: /runs, json: '{"a": "{branch}"}', ids: { id: $body.id } }`,
    "'{",
    'start.json',
    'A value between quotes could add to this text: write a map instead, or variables of the query.',
  ),
  wrongJob(
    "start: { url: /runs, json: { by: '{$task.owner}' }, ids: { id: $body.id } }",
    "'{$task",
    'start.json.by',
    '$task has no "owner". It has id, token.',
  ),
  wrongJob(
    "start: { url: /runs, json: { by: '{+branch}' }, ids: { id: $body.id } }",
    "'{+",
    'start.json.by',
    'Only an address has {+…}: write {branch}.',
  ),
  wrongJob(
    'start: { url: /runs, body: x, ids: { id: $body.id } }',
    'body:',
    'start.body',
    'Unknown key "body". Write "json", "form" or "multipart".',
  ),
  wrongJob(
    `start: { url: /runs, json: '{ "a": 1 }', ids: { id: $body.id } }`,
    "'{",
    'start.json',
    'A text, which the service gets as a JSON string: write a map.',
  ),
  wrongJob(
    'start: { url: /runs, json: { by: $input.branch }, ids: { id: $body.id } }',
    '$input',
    'start.json.by',
    'A value in a text stands in braces: write {$input.branch}.',
  ),
  wrongJob(
    "start: { url: /runs, existedIf: '409', ids: { id: $body.id } }",
    "'409",
    'start.existedIf',
    'A status is a number: write it without quotes.',
  ),
  wrongJob(
    "start: { url: /runs, json: { query: 'mutation {__typename}' }, ids: { id: $body.id } }",
    "'mutation",
    'start.json.query',
    '"run" has no argument "__typename". A brace of GraphQL stands before a blank.',
  ),
  wrongJob(
    "start: { url: /runs, json: { query: '{runs{id}}' }, ids: { id: $body.id } }",
    "'{runs",
    'start.json.query',
    '{runs{id}}: Not a JMESPath expression: Syntax error: invalid token (UnquotedIdentifier): "id". A brace of GraphQL stands before a blank.',
  ),
  wrongJob(
    "poll: { url: '/runs/{{job.id}}', succeeded: [ok] }",
    "'/runs",
    'poll.url',
    'An address has single braces around a value: {$job.id}.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', state: $code, succeeded: [ok] }",
    '$code',
    'poll.state',
    '$code is the HTTP status, and no list has a number: is it $body.status?',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', message: $body.state, succeeded: [ok] }",
    '$body',
    'poll.message',
    'A value in a text stands in braces: write {$body.state}.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', status: $body.state, succeeded: [ok] }",
    'status',
    'poll.status',
    'Unknown key "status". Write "state" for the word of the state, or "message" for its text for people.',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', every: 5s, succeeded: [ok] }",
    'every',
    'poll.every',
    'Unknown key "every". Write "pollEvery" beside "poll".',
  ),
  wrongJob(
    "poll: { url: '/runs/{$job.id}', succeeded: 0 }",
    '0 }',
    'poll.succeeded',
    'Write a list: [0].',
  ),
  wrongJob(
    'pollEvery: { from: 500ms }',
    '500ms',
    'pollEvery.from',
    'A service is asked once a second at most: write 1s or more.',
  ),
  wrongJob('pollEvery: 5s', '5s', 'pollEvery', 'Write a map, with keys such as from, to.'),
  wrongJob('auth: { token: CI }', 'token', 'auth.token', 'Unknown key "token". Write "bearer".'),
  wrongJob('every: 5s', 'every', 'every', 'Unknown key "every". Write "pollEvery.from".'),
];
