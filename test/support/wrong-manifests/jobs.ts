/** Manifests with a mistake in a `job`, for the tests of `check` and of the published schema. */
import type { WrongManifest } from './wrong-manifest.js';

/** The lines of a valid job, which a mistake replaces. */
const JOB = {
  base: 'base: https://ci.example/api',
  auth: 'auth: { bearer: CI_TOKEN }',
  start: "start: { url: '/jobs/{ref}' }",
  poll: "poll: { url: '/jobs/{$job.id}', state: $body.state, succeeded: [ok], failed: [broken] }",
  cancel: "cancel: { url: '/jobs/{$job.id}/stop' }",
};

const FIRST_LINE = 5;

/** A tool whose job has some lines of its own. Its other keys stand after its job. */
function withJob(lines: Partial<typeof JOB> & { more?: string }, tool = ''): string {
  const { more, ...others } = { ...JOB, ...lines };
  const own = [...Object.values(others), ...(more === undefined ? [] : [more])];
  return `tools:
  a:
    description: Runs.
    job:
${own.map((line) => `      ${line}\n`).join('')}    input: { type: object, properties: { ref: { type: string } } }
${tool}`;
}

function at(key: keyof typeof JOB | 'more'): number {
  return FIRST_LINE + [...Object.keys(JOB), 'more'].indexOf(key);
}

/** A mistake in one line of a job: its column, and the path and the words of the problem. */
function wrong(
  what: string,
  key: keyof typeof JOB | 'more',
  line: string,
  ...problems: readonly (readonly [marked: string, problem: string])[]
): WrongManifest {
  const column = (marked: string): number => `      ${line}`.indexOf(marked) + 1;
  return {
    what: `a job with ${what}`,
    text: withJob({ [key]: line }),
    problems: problems.map(
      ([marked, problem]) => `${at(key)}:${column(marked)} tools.a.job.${problem}`,
    ),
  };
}

const NAME =
  'Write the name of a variable of the Worker\'s environment in capitals, "CI_TOKEN", and never the secret itself.';

export const WRONG_JOBS: readonly WrongManifest[] = [
  {
    what: 'neither a Workflow nor a job',
    text: 'tools:\n  a: { description: Runs. }\n',
    problems: ['2:6 tools.a.workflow: Missing. The Workflow Type, or more about the start.'],
  },
  {
    what: 'a Workflow Type and a job',
    text: withJob({}, '    workflow: placeOrder\n'),
    problems: [
      '11:15 tools.a.workflow.type: A tool with a "job" has a Workflow of this package: leave type out.',
    ],
  },
  {
    what: 'a key of a Workflow that a job has not',
    text: withJob({}, "    workflow: { id: 'a-{ref}', retryPolicy: { maximumAttempts: 2 } }\n"),
    problems: [
      '11:45 tools.a.workflow.retryPolicy: A tool with a "job" has a Workflow of this package: leave retryPolicy out.',
    ],
  },
  {
    what: 'a job for all tools',
    text: `defaults: { job: { base: https://ci.example } }\n${withJob({})}`,
    problems: ['1:13 defaults.job: Unknown key "job". Write it in a tool.'],
  },
  {
    what: 'tools that call one origin at different rates',
    text: `${withJob({ more: 'callsPerMinute: 10' })}  b:
    description: Runs, too.
    job:
      base: https://ci.example
      auth: { bearer: CI_TOKEN }
      callsPerMinute: 20
      start: { url: /jobs }
      poll: { url: '/jobs/{$job.id}', succeeded: [ok] }
`,
    problems: [
      '17:23 tools.b.job.callsPerMinute: a calls the same origin with another limit: give both the same callsPerMinute.',
    ],
  },
  wrong('an address without TLS', 'base', 'base: http://ci.example', [
    'http',
    'base: Must be https. With internalAddresses: true, http is allowed.',
  ]),
  wrong('an address with a user', 'base', 'base: https://me@ci.example', [
    'https',
    'base: Must be a URL without a user, a query and a fragment: "https://ci.example/api".',
  ]),
  wrong('a further origin without TLS', 'more', 'hosts: ["http://logs.example"]', [
    '"http',
    'hosts[0]: Must be https. With internalAddresses: true, http is allowed.',
  ]),
  wrong(
    'an address of an origin that is not named',
    'start',
    'start: { url: https://other.example/jobs }',
    ['https', 'start.url: https://other.example is not the base: name it under "hosts", too.'],
  ),
  wrong('a secret for the name of a variable', 'auth', 'auth: { bearer: ghp_0a1b2c }', [
    'ghp',
    `auth.bearer: ${NAME}`,
  ]),
  wrong(
    'two kinds of credentials',
    'auth',
    'auth: { bearer: A, header: { name: X-Key, value: B } }',
    ['{', 'auth: Name one of bearer, basic, header, query, sigv4, oauth and login.'],
  ),
  wrong(
    'a secret, a constant and a wrong name in a login',
    'auth',
    'auth: { login: { url: "https://id.example", json: { user: me, of: [7], k: { value: a } }, token: token } }',
    ['me,', `auth.login.json.user: ${NAME}`],
    ['7]', 'auth.login.json.of[0]: A constant: write { value: 7 }.'],
    [
      'token } }',
      'auth.login.token: "a" has no argument "token". What the service has answered is $body.token.',
    ],
  ),
  wrong(
    'a login without TLS',
    'auth',
    'auth: { login: { url: "http://id.example", json: { user: USER }, token: $body.token } }',
    ['"http', 'auth.login.url: Must be https. With internalAddresses: true, http is allowed.'],
  ),
  wrong('credentials in a header', 'more', 'headers: { Authorization: Bearer abc }', [
    'Authorization',
    'headers.Authorization: The Worker sets this header: write credentials as "auth", and leave others out.',
  ]),
  wrong('a line break in a header', 'more', 'headers: { X-A: "a\\nb" }', [
    '"a',
    'headers.X-A: A header has no line breaks.',
  ]),
  wrong('a placeholder that is no argument', 'start', "start: { url: '/jobs/{branch}' }", [
    "'/jobs",
    'start.url: "a" has no argument "branch".',
  ]),
  wrong(
    'a value of the task that there is not',
    'start',
    "start: { url: /jobs, json: { by: '{$task.owner}' } }",
    ["'{", 'start.json.by: $task has no "owner". It has id, token.'],
  ),
  wrong('a value of the job before its start', 'start', "start: { url: '/jobs/{$job.id}' }", [
    "'/jobs",
    'start.url: $job is not known here, but in a job, after its start. Here, there are $input, $caller, $task.',
  ]),
  wrong('a value that no identity has', 'cancel', "cancel: { url: '/jobs/{+$job.number}' }", [
    "'/jobs",
    'cancel.url: $job has no "number". It has id.',
  ]),
  wrong(
    'an expression with such a value',
    'poll',
    "poll: { url: /jobs, state: '$job.number', succeeded: [ok] }",
    ["'$", 'poll.state: $job has no "number". It has id.'],
  ),
  wrong(
    'an expression that is none',
    'poll',
    "poll: { url: /jobs, state: '$body..a', succeeded: [ok] }",
    ["'$body", 'poll.state: Not a JMESPath expression: Syntax error, unexpected token: .(Dot).'],
  ),
  wrong(
    'an expression on a member of the body',
    'poll',
    'poll: { url: /jobs, state: state, succeeded: [ok] }',
    [
      'state,',
      'poll.state: "a" has no argument "state". What the service has answered is $body.state.',
    ],
  ),
  wrong(
    'an expression on a header in capitals',
    'start',
    'start: { url: /jobs, ids: { id: headers.Location } }',
    ['headers', 'start.ids.id: Header names are in lower case here: write $headers.location.'],
  ),
  wrong(
    'an expression of an argument that there is not',
    'start',
    "start: { url: /jobs, json: { by: { expression: 'to_string(branch)' } } }",
    ["'to", 'start.json.by.expression: "a" has no argument "branch".'],
  ),
  wrong(
    'a word with two meanings',
    'poll',
    'poll: { url: /jobs, succeeded: [ok], failed: [broken], cancelled: [broken] }',
    [
      'broken] }',
      'poll.cancelled[0]: "broken" is already a word of "failed": it can have one meaning.',
    ],
  ),
  wrong(
    'an end of a cancellation that is none',
    'cancel',
    'cancel: { url: /stop, endsAs: [stopped] }',
    [
      'stopped',
      'cancel.endsAs[0]: "stopped" isn\'t an end state: write it under "failed" or "succeeded", too.',
    ],
  ),
  wrong('no word for success', 'poll', 'poll: { url: /jobs }', [
    '{',
    'poll.succeeded: Missing: the words for success, [success].',
  ]),
  wrong('no address of a request', 'cancel', 'cancel: { method: PUT }', [
    '{',
    'cancel.url: Missing: the path after the base.',
  ]),
  wrong('a body in a GET', 'poll', 'poll: { url: /jobs, json: { a: 1 }, succeeded: [ok] }', [
    '{ a',
    'poll.json: A GET has no body: write another method, or leave it out.',
  ]),
  wrong('two bodies', 'start', 'start: { url: /jobs, json: { a: 1 }, form: { a: 1 } }', [
    '{ a: 1 } }',
    'start.form: A request has one body: remove json or form.',
  ]),
  wrong('a token that it does not send', 'start', 'start: { url: /jobs, idempotent: true }', [
    'true',
    'start.idempotent: The request has no {$task.token}, by which the service knows it again: write it where the service wants it.',
  ]),
  {
    what: 'a job with a search that nothing needs',
    text: withJob({
      start: "start: { url: '/jobs/{$task.token}', idempotent: true }",
      more: "find: { url: '/jobs/{$task.token}', ids: { id: $body.id } }",
    }),
    problems: [
      '10:13 tools.a.job.find: An idempotent start is made again, so nothing has to be found: leave it out.',
    ],
  },
  {
    what: 'a job with a search for other values',
    text: withJob({
      start: "start: { url: '/jobs/{ref}', json: { key: '{$task.token}' } }",
      more: "find: { url: '/jobs/{$task.token}', ids: { number: $body.number } }",
    }),
    problems: ['10:48 tools.a.job.find.ids: Must name the values that the start names: id.'],
  },
  {
    what: 'a job with a search that may find the job of another task (F5)',
    text: withJob({
      start: "start: { url: '/jobs/{ref}', json: { key: '{$task.token}' } }",
      more: "find: { url: '/jobs?ref={ref}', ids: { id: '$body[0].id' } }",
    }),
    problems: [
      '10:50 tools.a.job.find.ids.id: This could find the job of another task, since a service may ignore a filter: compare with the token, "$body.runs[?key == $task.token].id | [0]".',
    ],
  },
  wrong(
    'a search for a token that the start does not send (F5)',
    'more',
    "find: { url: '/jobs/{$task.token}', ids: { id: $body.id } }",
    [
      '{',
      'find: The start has no {$task.token}, so this could find the job of another task: write it where the service shows it again.',
    ],
  ),
  wrong(
    'a word of running jobs that is an end',
    'poll',
    'poll: { url: /jobs, succeeded: [ok], running: [ok] }',
    ['ok] }', 'poll.running[0]: "ok" is already a word of "succeeded": it can have one meaning.'],
  ),
  wrong(
    'a name of the last reply that nothing can use before it',
    'poll',
    "poll: { url: '/jobs/{$job.file}', ids: { file: $body.file }, succeeded: [ok] }",
    ["'/jobs", 'poll.url: $job has no "file". It has id.'],
  ),
  {
    what: 'a job with other ids than those that its preset reads',
    text: withJob({
      start: 'start: { json: { a: 1 }, idempotent: false, ids: { run: $body.id } }',
      poll: 'preset: step-functions',
      cancel: 'cancel: null',
    }),
    problems: [
      '5:7 tools.a.job.poll.json.executionArn: $job has no "arn". It has run. This key is of the preset "step-functions": write your own, or null to remove it.',
    ],
  },
  {
    what: 'approvers of a job, which asks nobody',
    text: withJob({}, '    access: { approvers: { subjects: [x], owner: false } }\n'),
    problems: [
      '11:26 tools.a.access.approvers: A "job" asks nobody once it runs: leave approvers out, or write a Workflow that asks before it does the work.',
    ],
  },
  wrong('a queue that it never leaves', 'more', "queue: { url: '/queue/{$job.id}' }", [
    '{',
    'queue.ids: Missing: what identifies the job once it has left the queue.',
  ]),
  wrong('a part of a result without a request for it', 'more', 'result: { value: $body.url }', [
    '{',
    'result.url: Missing: the path after the base.',
  ]),
  wrong('a preset that there is not', 'more', 'preset: locatoin', [
    'locatoin',
    'preset: Write "location", "status", "operation" or "step-functions". Did you mean "location"?',
  ]),
];
