import * as z from 'zod';

import { duration, DURATION, key, plain } from '../../definition/keys.js';
import type { Manifest } from '../manifest.js';

import { authSchema, toAuthSettings } from './auth.js';
import { limitsSchema, corsSchema, trustProxySchema } from './http.js';
import { inboxSchema, toInboxSettings } from './inbox.js';

/** Upper bounds for operators of a large service. */
const MAX_LONG_POLLS = 10_000;
const MAX_LOOKS_PER_SECOND = 2_000;
const MAX_VISIBILITY_CALLS_PER_SECOND = 1_000;

const TASK_TOOLS =
  'Write false, or a prefix for the names of the tools: "orders_", 1 to 64 letters, digits, "_", "-" or ".".';

const TOOL_PREFIX = 'Write a prefix: "shop___", 1 to 64 letters, digits, "_", "-" or ".".';

const taskTools = z.union(
  [z.literal(false), z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, TASK_TOOLS)],
  { error: TASK_TOOLS },
);

const temporal = z.strictObject({
  longPolls: key(
    z.int().min(0).max(MAX_LONG_POLLS),
    'The maximum number of tasks that the server waits for by long polls. Default: 500 of the 1,200 of a namespace. A refusal of Temporal lowers it by a quarter for ten minutes.',
  ),
  looksPerSecond: key(
    z.int().min(1).max(MAX_LOOKS_PER_SECOND),
    'Reads a second of all other tasks that clients wait for. Default: 100.',
  ),
  visibilityCallsPerSecond: key(
    z.int().min(1).max(MAX_VISIBILITY_CALLS_PER_SECOND),
    'Visibility calls a second. Default: 4 of the 10 of a namespace.',
  ),
});

const audit = z.strictObject({
  to: plain.describe('stdout, stderr, or the path of a file that lines are added to.'),
});

export const serverSchema = z.strictObject({
  name: key(plain, 'The name that clients see. Default: temporal-mcp-tasks.'),
  title: key(plain, 'The name for people.'),
  version: key(plain, 'The version that clients see. Default: the version of this package.'),
  instructions: key(plain, "Instructions that a host may add to the model's context."),
  generations: key(
    z.array(plain).min(1, 'Name at least one.'),
    'The protocol revisions that are served. Default: all.',
  ),
  taskTools: key(
    taskTools,
    'false: no tools that act on tasks; or a prefix for their names: "orders_".',
  ),
  toolPrefix: key(
    z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, TOOL_PREFIX),
    'The prefix that a gateway puts before the names of all tools: "shop___". Texts for models then name the tools as the gateway shows them. Default: no prefix.',
  ),
  hosts: key(
    z.record(z.string(), duration),
    'How long each call and each read waits for the end of a task, by the name of the host in clientInfo: "20s". It does not grow.',
  ),
  askAgainAfter: key(
    duration,
    `The time after which a question without an answer is asked once more over HTTP, since the answer may be lost. Each further time is twice as long. Default: 10 minutes. ${DURATION}`,
  ),
  temporal: key(temporal, 'The share of one process in the limits of a namespace.'),
  auth: key(
    authSchema,
    'The tokens that the server accepts over HTTP. Default: no token is needed.',
  ),
  limits: key(limitsSchema, 'The limits of each principal.'),
  cors: key(
    corsSchema,
    'The exact origins of web pages that may read answers: https://app.example.com. Default: none.',
  ),
  trustProxy: key(
    trustProxySchema,
    'Proxies whose word on the origin of a request the server trusts: their number in a row, or their addresses and networks. Default: none.',
  ),
  audit: key(audit, 'The audit log: who did what. Default: none.'),
  inbox: key(inboxSchema, 'Pages on which people answer questions, at /inbox. Default: none.'),
});

/** `server` before parsing, as a TypeScript user writes it. */
export type ServerInput = z.input<typeof serverSchema>;

export const DEFAULT_SERVER_NAME = 'temporal-mcp-tasks';

export function toServerSettings(
  source: z.output<typeof serverSchema> = {},
): Omit<Manifest, 'tools'> {
  const { name = DEFAULT_SERVER_NAME, title, version, instructions } = source;
  const {
    generations,
    taskTools,
    toolPrefix,
    hosts,
    askAgainAfter,
    auth,
    limits,
    cors,
    trustProxy,
    temporal,
  } = source;
  const { audit, inbox } = source;
  const authSettings = auth && toAuthSettings(auth);
  return {
    generations: generations && [...new Set(generations)],
    taskTools,
    toolPrefix,
    askAgainAfterMs: askAgainAfter,
    hosts:
      hosts && new Map(Object.entries(hosts).map(([host, waitMs]) => [host.toLowerCase(), waitMs])),
    auth: authSettings,
    limits,
    cors,
    trustProxy,
    temporalUse: temporal,
    inbox: inbox && toInboxSettings(inbox, authSettings?.resource),
    audit,
    server: {
      name,
      title,
      version,
      instructions,
    },
  };
}
