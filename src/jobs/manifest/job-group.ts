/** `job` of a tool: work behind an HTTP API, which a Workflow of this package starts, follows and cancels. */
import * as z from 'zod';

import { duration, DURATION, flag, key, plain, span } from '../../definition/keys.js';
import { type Defaulted, defaulting, type Written } from '../../definition/leaves.js';
import { NO_STATE } from '../contract/job-spec.js';

import { DEFAULT_PRESET, PRESET_NAMES } from './presets.js';

/** How the texts at a place of a job are read. */
export interface Language {
  readonly kind: Written['kind'];
  /** `reply`: they can name what the service has answered. */
  readonly of: 'request' | 'reply';
  readonly isAddress?: true | undefined;
}

/** The schemas of texts and expressions, by which the check finds all of them. */
export const LANGUAGES = z.registry<Language>();

/** Marks a schema, which has to be one of its own. */
function reading<Schema extends z.ZodType>(schema: Schema, language: Language): Schema {
  LANGUAGES.add(schema, language);
  return schema;
}

const NAME_OF_VARIABLE =
  'Write the name of a variable of the Worker\'s environment in capitals, "CI_TOKEN", and never the secret itself.';

/**
 * The name of a variable that has a secret. Capitals alone: a token that was written or interpolated here by mistake has
 * small letters, and must not become a name that messages quote.
 */
export const variable = z
  .string({ error: NAME_OF_VARIABLE })
  .regex(/^[A-Z_][A-Z0-9_]*$/, NAME_OF_VARIABLE);

const named = (what: string): z.ZodString =>
  variable.describe(`The name of the variable with ${what}, or, with _FILE after it, of its file.`);

/** A key of a preset, which null removes. The merge leaves no null. */
function removable<Schema extends z.ZodType>(
  schema: Schema,
  purpose: string,
): z.ZodOptional<z.ZodType<z.output<Schema>, z.input<Schema> | null>> {
  return key(schema.nullable(), purpose) as never;
}

/** A key of a preset with its default, which counts where null has removed it. */
function removableTo<Schema extends z.ZodType>(
  schema: Schema,
  byDefault: z.output<Schema>,
  purpose: string,
): z.ZodOptional<z.ZodType<Defaulted<z.output<Schema>>, z.input<Schema> | null>> {
  return defaulting(schema.nullable(), byDefault, purpose) as never;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const OF_REPLY = { kind: 'expression', of: 'reply' } as const;
const expression = reading(z.string({ error: 'Write an expression: "$body.status".' }), OF_REPLY);
const textOfReply = reading(plain.clone(), { kind: 'text', of: 'reply' });
const words = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String));
const status = z.int().min(100).max(599);
const statuses = z.array(status);
/** The shortest time between two polls, in milliseconds. */
const MIN_INTERVAL_MS = SECOND_MS;
const interval = duration.refine(
  (ms) => ms >= MIN_INTERVAL_MS,
  'A service is asked once a second at most: write 1s or more.',
);
/** Default of `pollEvery`, in milliseconds. */
export const POLL_EVERY = { from: 5 * SECOND_MS, to: MINUTE_MS };
/** Default and maximum of `failure.tail`, in characters. */
const DEFAULT_TAIL = 4_000;
/** A condition on a reply: an expression, or statuses. */
const condition = reading(
  z
    .union(
      [expression.regex(/\D/, 'A status is a number: write it without quotes.'), status, statuses],
      { error: 'Write an expression, a status or a list of statuses: 409.' },
    )
    .transform((written) =>
      typeof written === 'string'
        ? written
        : `contains(\`${JSON.stringify([written].flat())}\`, $code)`,
    ),
  OF_REPLY,
);
const OF_REQUEST = { kind: 'text', of: 'request' } as const;
const toTemplate = () => z.union([z.string(), z.number(), z.boolean()]).transform(String);
const template = reading(toTemplate(), OF_REQUEST);
const tree = reading(z.json(), OF_REQUEST);

const NOT_IN_HEADER = /[\r\n\0]/;
/** Headers that the Worker sets, or in which a secret would stand. */
const OWN_HEADERS =
  /^(authorization|proxy-authorization|cookie|host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect)$/i;
const headers = z.record(
  z
    .string()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'Not a valid header name.')
    .refine(
      (name) => !OWN_HEADERS.test(name),
      'The Worker sets this header: write credentials as "auth", and leave others out.',
    ),
  reading(
    toTemplate().refine((value) => !NOT_IN_HEADER.test(value), 'A header has no line breaks.'),
    OF_REQUEST,
  ),
);

const ids = z
  .record(z.string().regex(/^\w+$/, 'A name has letters, digits and "_".'), expression)
  .refine((all) => Object.keys(all).length > 0, 'Name at least one value.');

const IDS =
  'What identifies the job, by name: expressions on the reply, { id: $body.id }. Later, it is $job.id.';

const toRequestShape = (method: 'GET' | 'POST') => ({
  method: defaulting(
    z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    method,
    'The method. Default: POST for start and cancel, otherwise GET.',
  ),
  url: key(
    reading(plain.clone(), { ...OF_REQUEST, isAddress: true }),
    'A path after the base, or a whole URL: "/runs/{$job.id}". {+name} keeps slashes.',
  ),
  query: key(z.record(z.string(), template), 'Parameters of the query, by name.'),
  headers: key(headers, 'Headers of this request, by name.'),
  accept: key(statuses, 'The statuses of replies that count. Default: 200 to 299.'),
  json: key(tree, 'The body as JSON. { expression: "…" } computes a value.'),
  form: key(z.record(z.string(), tree), 'The body as a form, by name.'),
  multipart: key(z.record(z.string(), tree), 'The body as multipart/form-data, by name.'),
});
const reads = toRequestShape('GET');
const acts = toRequestShape('POST');

const identifiedBy = { ids: key(ids, IDS) };

const startGroup = z.strictObject({
  ...acts,
  ...identifiedBy,
  idempotent: removableTo(
    z.boolean(),
    false,
    'true: the service starts one job for one {$task.token}, so that the Worker may start it again. Default: false.',
  ),
  existedIf: removable(
    condition,
    'An expression or statuses: the reply to a token that has already started a job.',
  ),
  finishedIf: removable(
    condition,
    'An expression or statuses: a reply that already has the result.',
  ),
  retryIf: removable(
    condition,
    'An expression or statuses: a temporary refusal that has started nothing.',
  ),
  refusedIf: removable(
    condition,
    'An expression or statuses: a 2xx reply that is in fact a refusal.',
  ),
  error: removable(
    textOfReply,
    'The reason of a refusal: "{$body.errors[0].message}". Default: the beginning of the reply.',
  ),
});

const searchGroup = z.strictObject({ ...reads, ...identifiedBy });

const cancelGroup = z.strictObject({
  ...acts,
  alreadyEnded: defaulting(
    statuses,
    [409],
    'The statuses of replies for a job that has already ended, besides 404 and 410. Default: 409.',
  ),
  refusedIf: removable(
    condition,
    'An expression or statuses: a 2xx reply that is in fact a refusal.',
  ),
  endsAs: defaulting(
    words,
    [],
    'The words for other ends that count as cancelled after a cancellation.',
  ),
  within: span(5 * MINUTE_MS, 'For how long the job may take to end after the request.'),
});

/** A number, or an expression that gives one. */
const numeric = z.union(
  [
    z
      .number()
      .positive()
      .transform((number) => `\`${number}\``),
    plain,
  ],
  { error: 'Write a number above 0, or an expression that gives one.' },
);

const progress = z.strictObject({
  done: reading(numeric.describe('The number so far: "$body.done".'), OF_REPLY),
  total: key(reading(numeric.clone(), OF_REPLY), 'The number at the end: "$body.total", or 100.'),
});

const stageShape = {
  ...reads,
  state: defaulting(
    expression,
    NO_STATE,
    'An expression that gives the word for the state. Any word that is in no list means that the job runs.',
  ),
  running: key(
    words,
    'The words for jobs that run. With this key, the status names words that are in no list.',
  ),
  succeeded: defaulting(words, [], 'The words for success.'),
  failed: defaulting(words, [], 'The words for failures.'),
  cancelled: defaulting(words, [], 'The words for cancelled jobs.'),
  message: removable(
    textOfReply,
    'The state in words for people: "Build {$body.name} runs". Default: the word.',
  ),
  progress: removable(progress, 'The progress.'),
  error: removable(textOfReply, 'The reason of a failure: "{$body.message}".'),
  result: removable(expression, 'The result. Default: the body.'),
  retryIf: removable(
    condition,
    'An expression or statuses: a temporary refusal, besides 408, 425, 429, 500, and 502 to 504.',
  ),
};

const pollGroup = z.strictObject({
  ...stageShape,
  ids: key(ids, 'Values of the last reply, by name, for result and failure: { file: $body.file }.'),
});
const queueGroup = z.strictObject({
  ...stageShape,
  ids: key(ids, 'What identifies the job once it has left the queue, by name.'),
  cancel: key(cancelGroup, 'The request that removes the job from the queue.'),
});

const resultGroup = z.strictObject({
  ...reads,
  value: key(expression, 'The part of the reply that is the result. Default: the body.'),
  parse: key(z.boolean(), 'true: the result is a text of JSON, which is parsed. Default: false.'),
});

const failureGroup = z.strictObject({
  ...reads,
  value: key(expression, 'The part of the reply with the reason. Default: the body.'),
  tail: defaulting(
    z.int().min(100).max(DEFAULT_TAIL),
    DEFAULT_TAIL,
    `The maximum number of characters, from the end. Default: ${DEFAULT_TAIL}.`,
  ),
});

const NO_URL = 'Must be a URL without a user, a query and a fragment: "https://ci.example/api".';

const baseUrl = z.string().refine((value) => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return [username, password, search, hash].every((part) => part === '');
}, NO_URL);

const sigv4 = z.strictObject({
  service: plain.describe('The service that the signature names: "states".'),
  region: plain.describe('The region: "eu-central-1".'),
  accessKeyId: defaulting(
    variable,
    'AWS_ACCESS_KEY_ID',
    'The variable of the access key ID. Default: AWS_ACCESS_KEY_ID.',
  ),
  secretAccessKey: defaulting(
    variable,
    'AWS_SECRET_ACCESS_KEY',
    'The variable of its secret. Default: AWS_SECRET_ACCESS_KEY.',
  ),
  sessionToken: defaulting(
    variable,
    'AWS_SESSION_TOKEN',
    'The variable of the token, if set. Default: AWS_SESSION_TOKEN.',
  ),
});

const oauth = z.strictObject({
  tokenUrl: baseUrl.describe('The token endpoint, or the issuer.'),
  clientId: plain.describe('The ID of the client.'),
  clientSecret: named('the secret of the client'),
  scope: key(plain, 'The scopes, separated by spaces.'),
  audience: key(plain, 'The audience of the token.'),
});

const login = z.strictObject({
  url: baseUrl.describe('The URL that a POST goes to: "https://airflow.example/auth/token".'),
  json: z
    .json()
    .describe('The body: each text in it is the name of a variable, and { value: … } a constant.'),
  token: expression.describe('An expression that gives the token: "$body.access_token".'),
});

export const authGroup = z.strictObject({
  bearer: key(named('a token'), 'The variable with a token for "Authorization: Bearer".'),
  basic: key(
    z.strictObject({ user: named('the user'), password: named('the password') }),
    'The variables with a user and a password.',
  ),
  header: key(
    z.strictObject({
      name: plain.describe('The header: "X-API-Key".'),
      value: named('its value'),
      prefix: key(plain, 'A word before the value: "Token".'),
    }),
    'A header of another name, or with another word than Bearer.',
  ),
  query: key(
    z.strictObject({
      name: plain.describe('The parameter: "api_key".'),
      value: named('its value'),
    }),
    'A parameter of the query.',
  ),
  sigv4: key(sigv4, 'A signature of AWS, version 4.'),
  oauth: key(oauth, 'OAuth 2 client credentials.'),
  login: key(login, 'A request that gives a token for "Authorization: Bearer".'),
});

export const jobGroup = z.strictObject({
  preset: key(
    z.enum(PRESET_NAMES),
    `What the keys below start from, of which null removes one. Default: ${DEFAULT_PRESET}.`,
  ),
  base: baseUrl.describe('The URL that paths are appended to. Only its origin gets credentials.'),
  auth: key(
    authGroup,
    'The credentials: one of bearer, basic, header, query, sigv4, oauth, login.',
  ),
  headers: key(headers, 'Headers of every request, by name.'),
  hosts: key(
    z.array(baseUrl),
    'Further origins that may be called, without credentials: https://logs.example.',
  ),
  internalAddresses: flag(false, 'true: addresses in private networks, and http.'),
  callsPerMinute: defaulting(
    z.int().min(1).max(100_000),
    300,
    'Calls a minute to the origin, by all Workers together. Default: 300.',
  ),
  timeout: span(DAY_MS, 'The time after which the job is cancelled.'),
  start: startGroup.describe('The request that starts the job.'),
  find: key(
    searchGroup.nullable(),
    'The request that finds the job by {$task.token}, if the answer to its start was lost, or the job has left the queue.',
  ),
  poll: key(pollGroup, 'The request that reads the state of the job.'),
  queue: key(queueGroup.nullable(), 'A first stage in which the job waits: as poll, and ids.'),
  pollEvery: key(
    z.strictObject({
      from: key(interval, `The first time between two polls. Default: 5s. ${DURATION}`),
      to: key(interval, `The maximum time between two polls. Default: 1 minute. ${DURATION}`),
    }),
    'The time between two polls.',
  ),
  notFoundFor: span(MINUTE_MS, 'For how long after the start the service may not know the job.'),
  unreachableFor: span(HOUR_MS, 'For how long the service may be unreachable.'),
  result: removable(resultGroup, 'A request for the result, or parse alone.'),
  failure: removable(
    failureGroup,
    'A request for the reason of a failure, such as the end of the log.',
  ),
  cancel: removable(cancelGroup, 'The request that cancels the job. Default: it cannot be.'),
});

/** `job` of a tool, with durations in milliseconds. */
export type JobSource = z.output<typeof jobGroup>;
/** `job` before parsing, as a TypeScript user writes it. */
export type JobInput = z.input<typeof jobGroup>;
export type JobAuthSource = z.output<typeof authGroup>;
export type StageSource = z.output<typeof queueGroup>;
export type CancelSource = z.output<typeof cancelGroup>;
