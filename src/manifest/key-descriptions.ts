/**
 * Descriptions of all keys of a manifest: editors show them through the published schema, and messages of missing
 * keys quote them.
 */
import type { z } from 'zod';

import { describe, DURATION, type Keys } from './describe-keys.js';
import { EVENT_KEYS } from './event/event-key-descriptions.js';
import {
  defaultsSchema,
  namespaceSchema,
  manifestSchema,
  questionSchema,
  retrySchema,
  serverSchema,
  temporalUseSchema,
  timeoutsSchema,
  toolSchema,
} from './manifest-schema.js';
import { APPROVAL_KEYS } from './person/approval-key-descriptions.js';
import { AUTH_KEYS } from './person/auth-key-descriptions.js';
import { TENANT_KEYS } from './person/tenant-key-descriptions.js';
import {
  answerSchema,
  declaredQuestionSchema,
  whenSchema,
} from './question/declared-question-schema.js';
import { progressSchema, statusSchema } from './question/status-schema.js';
import { auditSchema } from './server/audit-schema.js';
import { codecKeySchema } from './server/codec-schema.js';
import { INBOX_KEYS } from './server/inbox-key-descriptions.js';
import { WEB_KEYS } from './server/web-key-descriptions.js';
import { computedSchema } from './start/layout-schema.js';
import { startWithSchema } from './start/start-schema.js';
import { actionSchema } from './tool/action-schema.js';
import { annotationsSchema } from './tool/annotations-schema.js';
import { actionResultSchema, resourceSchema, resultSchema } from './tool/result-schema.js';

const DEFAULTS: Keys<typeof defaultsSchema> = {
  taskQueue: 'The Task Queue that the Workers poll. It has no default.',
  namespace: "One of server.namespaces. Default: the server's own.",
  task: 'Whether the tool may, must or cannot be called as a task. Default: optional.',
  becomesTask: `Where the client leaves it to the server, which calls become tasks: always, never, or those that take longer than this. ${DURATION}`,
  ttl: `How long a task can be read, from its creation, if the client asks for nothing. Default: 1 day. ${DURATION}`,
  minTtl: `The shortest ttl that a client gets. Default: 1 minute. ${DURATION}`,
  maxTtl: `The longest ttl that a client gets; the retention of the namespace is a bound, too. Default: 30 days. ${DURATION}`,
  keep: `How long a task can be read after its end at least, whatever its ttl. Default: 1 day. ${DURATION}`,
  pollInterval: `The shortest time between polls that is suggested. Default: 2 s. ${DURATION}`,
  timeouts: 'How long the Workflow may take.',
  retry: 'Retry Policy of the Workflow. Default: no retry.',
  priority: '1 (first) to 5 (last).',
  cancelSignal:
    'Signal that is sent before a cancellation request; null for none. Default: mcp.task.cancel.',
  afterTtl:
    'What becomes of a Workflow that still runs when the ttl of its task is over: leave (default), cancel, terminate.',
  terminateAfter: `How long after its cancellation a Workflow that still runs is terminated; null: never (default). ${DURATION}`,
  onDisconnect:
    'What becomes of a call that is no task when its client goes away: continue (default) or cancel.',
  onCancel: 'What becomes of it when its client cancels the call: cancel (default) or continue.',
  answerWithin: `How long a call that is no task waits for its result before it is answered with a handle. ${DURATION}`,
  joinRepeats:
    'Whether the same call joins the one that still runs, or is not collected; as a task, the one whose client has gone. Default: true.',
  unaskable:
    'What becomes of a question that the client of the call cannot be asked: refuse (default) or keep.',
  modelMayAnswer: 'Whether a model may answer questions of these tasks. Default: false.',
  showActivityFailures:
    'Whether status messages quote the last failure of an Activity. Default: false.',
  scopes: 'Scopes that a token has to grant for a call.',
  allow: 'Whom the tool is for: values by claim. Others do not see it.',
  approvers: 'Who else may answer questions of these tasks. Default: their owner alone.',
};

const RESULT_KEYS = {
  structured: 'An expression that gives the structured content: an object.',
  text: 'What people and models read, with {members} of what was returned; or an expression that gives it.',
};
const RESULT =
  'What becomes of what is returned: structured (an expression), text; and of a tool a resource for what is large, and misfit. Default: as it is.';
const ARGUMENTS =
  'How the input is laid out: "object" (default), or what stands at each position: a property, "{principal.subject}" and its like for whoever calls, a constant, an expression; [] for no arguments at all.';

const TOOL: Keys<typeof toolSchema> = {
  ...DEFAULTS,
  workflow: 'The Workflow Type, as the Worker has registered it: "workflow: placeOrder".',
  title: 'The name that people see.',
  description: 'What the tool does, for models: when to call it, and what comes of it.',
  annotations: 'Hints for hosts, as MCP has them.',
  input: 'JSON Schema of the arguments. Default: no arguments.',
  output: 'JSON Schema of the result. Default: anything.',
  arguments: ARGUMENTS,
  result: RESULT,
  immediateResponse: 'What the model may be told while the task runs.',
  ask: 'Questions for missing arguments, asked before the start, by name.',
  confirm: 'What a person has to confirm before the start: "Delete {filename}?".',
  questions: 'Questions of a Workflow that knows nothing of MCP, by name.',
  status: 'Where a status message comes from: one place, or several of which the first counts.',
  progress: 'Where a number says how far the Workflow is: one place, or several.',
  idempotencyKey: 'What makes two calls one task: "{order_id}", or "arguments" for all of them.',
  webhooks: 'Endpoints that are told of its tasks, whoever’s they are, without a subscription.',
  workflowId: 'The Workflow ID, made of arguments: "order-{order_id}". Default: made up.',
  onRunning:
    'What a call does when its Workflow ID is in use and runs: reject (default), or use it.',
  onEnded: 'What it does when it has ended: reject (default), startAnew, startAnewIfFailed.',
  startWith: 'A Signal or an Update to the execution that runs, or together with its start.',
  adopt: `A visibility query that says whose executions are taken: "CustomerId = '{owner}'". Nothing is started.`,
  startDelay: `How long the start is put off, or an argument that says so: "{start_at}". ${DURATION}`,
  searchAttributes: 'Search Attributes of the execution: texts with arguments in them, by name.',
  memo: 'More of its memo: texts with arguments in them, by name.',
  summary: 'One line for people who look at the execution in Temporal.',
  details: 'More of it, in Markdown.',
};

const TARGET = {
  query: 'The name of a Query of the Workflow.',
  signal: 'The name of a Signal of the Workflow.',
  update: 'The name of an Update of the Workflow.',
};

const SOURCE = {
  query: 'A Query without arguments, which a Worker answers.',
  limit: `How long a Worker may take to answer. Default: 2 s. ${DURATION}`,
  searchAttribute: 'The name of a Search Attribute.',
  memo: 'The key of a memo member.',
  currentDetails: 'true: what the Workflow has set for people to read in Temporal.',
  heartbeat: 'true: the last heartbeat of any pending Activity; or the type of one.',
};

/** Every object that a manifest is made of. */
export const KEY_DESCRIPTIONS: ReadonlyMap<z.ZodObject, Readonly<Record<string, string>>> = new Map(
  [
    describe(manifestSchema, {
      version: 'The version of this format: 1.',
      server: 'The server as a whole.',
      defaults: 'What holds for every tool of this file that does not say otherwise.',
      include: 'Other files of the manifest: paths, folders or patterns, from this file on.',
      tools: 'Workflow Types as MCP tools, by tool name.',
      actions: 'Tools that send a Query, a Signal or an Update to a running task, by tool name.',
    }),
    describe(serverSchema, {
      name: 'What the server calls itself. Default: temporal-mcp-tasks.',
      title: 'The name that people see.',
      version: 'Default: the version of this package.',
      instructions: "What a host may add to the model's context.",
      generations: 'The protocol revisions that are served. Default: all.',
      taskTools: 'false: no tools that act on tasks; or what goes before their names: "orders_".',
      hosts:
        'How long each call and each read waits for the end of a task, by the name of the host in clientInfo: "20s". It does not grow.',
      namespaces: 'Further namespaces, by the name that tools call them by.',
      askAgainAfter: `How long a question may stay without an answer before it is asked once more. ${DURATION}`,
      temporal: 'What one process takes of a namespace.',
      auth: 'Whose tokens are taken over HTTP, and for what. Default: nobody is asked.',
      tenants:
        'Whose tenant somebody is, and where the work of each runs. Default: there are none.',
      limits: 'How much is taken from whom over HTTP.',
      cors: 'Origins of web pages that may read answers, to the letter: https://app.example.com. Default: none.',
      trustProxy:
        'Proxies that are believed where a request comes from: how many in a row, or their addresses and networks. Default: none.',
      webhooks: 'Endpoints that are told of the tasks of all owners, without a subscription.',
      events: 'What clients may subscribe to: true, or what of it. Default: nothing.',
      inbox: 'Pages on which people answer questions, at /inbox. Default: there are none.',
      codec:
        'Keys for payloads in Temporal: the first one encrypts, all of them decrypt. Default: the server does not encrypt.',
      audit: 'Where it is written who did what. Default: nowhere.',
    }),
    describe(temporalUseSchema, {
      longPolls: 'Tasks that are waited for by long polls. Default: 800 of 1,200.',
      looksPerSecond: 'Looks a second at all others that are waited for. Default: 100.',
      visibilityCallsPerSecond: 'Calls of visibility a second, for lists. Default: 8 of 10.',
    }),
    describe(namespaceSchema, {
      namespace: 'Its name in Temporal. Default: that of the profile, or the key.',
      profile: 'A profile of temporal.toml. Default: the connection of the server.',
      address: 'Overrules the profile.',
    }),
    describe(defaultsSchema, DEFAULTS),
    describe(toolSchema, TOOL),
    describe(annotationsSchema, {
      title: 'The name that people see.',
      readOnlyHint: 'It changes nothing.',
      destructiveHint: 'It may destroy something.',
      idempotentHint: 'The same call twice does no more than once.',
      openWorldHint: 'It deals with things outside, such as the web.',
    }),
    describe(timeoutsSchema, {
      execution: `Limit of the whole execution; null: none. Default: a year, and none with a workflowId. ${DURATION}`,
      run: `Limit of one run. Default: none. ${DURATION}`,
      workflowTask: `Limit of one Workflow Task. Default: 10 s. ${DURATION}`,
    }),
    describe(retrySchema, {
      initialInterval: `How long the first retry waits. Default: 1 s. ${DURATION}`,
      backoffCoefficient: 'How many times longer each next one waits. Default: 2.',
      maximumInterval: `The longest wait. ${DURATION}`,
      maximumAttempts: 'Runs in all, the first included.',
      nonRetryableErrorTypes: 'Types of failures that are not tried again.',
    }),
    describe(questionSchema, {
      message: 'What the person is asked.',
      properties: 'The fields of the form, by argument: flat JSON Schemas.',
      required: 'The fields that have to be filled in.',
    }),
    describe(startWithSchema, {
      signal: TARGET.signal,
      update: TARGET.update,
      arguments: ARGUMENTS,
    }),
    describe(actionSchema, {
      ...TARGET,
      workflow: 'The Workflow Type of whose tasks this is an action.',
      title: TOOL.title,
      description: 'What it does, for models.',
      annotations: TOOL.annotations,
      input: 'JSON Schema of the arguments, without task_id. Default: no arguments.',
      output: 'JSON Schema of what the handler returns. Default: anything.',
      arguments: ARGUMENTS,
      result: RESULT,
      limit: `How long a Worker may take to answer a Query, or to take an Update. Default: 10 s. ${DURATION}`,
      answerWithin: `How long the result of an Update is waited for before the call is answered with a handle. ${DURATION}`,
      scopes: DEFAULTS.scopes,
      allow: DEFAULTS.allow,
    }),
    describe(computedSchema, {
      expression: 'In JMESPath: "{ id: customer_id, total: sum(lines[].cents) }".',
    }),
    describe(resultSchema, {
      ...RESULT_KEYS,
      resource: 'What is too large for the result, as a link that clients read.',
      misfit:
        'text: what does not fit "output" or these expressions is given as text, with a warning. Default: the call fails.',
    }),
    describe(actionResultSchema, RESULT_KEYS),
    describe(resourceSchema, {
      content: 'An expression: which part of what was returned. Default: all of it.',
      encoding: 'base64, where that is a text that holds bytes.',
      over: 'What is smaller stays in the result: "40 KB" (default).',
      location: 'An expression that gives the URL or the path where the Workflow has put it.',
      under: 'The URL or the directory in which that has to be.',
      headers: 'Sent with the request, over https.',
      limit: `How long reading it may take. Default: 30 s. ${DURATION}`,
      maxSize: 'What is larger is not read. Default: 10 MiB.',
      name: 'What clients call it, with {members} of what was returned.',
      mimeType: 'Its type. Default: what the content or the place says.',
    }),
    describe(declaredQuestionSchema, {
      when: 'Where the Workflow shows that it waits for a person.',
      message:
        'What the person is asked, with {members} of what was read, and {arguments.order_id} of the call.',
      properties: 'The fields of the form, by name: flat JSON Schemas.',
      required: 'The fields that have to be filled in.',
      answer: 'The Signal or Update that brings the Workflow what was filled in.',
      decline: 'What is sent when the person declines. Default: nothing.',
    }),
    describe(whenSchema, {
      ...SOURCE,
      path: 'The member of what is read that decides: "order.state".',
      is: 'The value, or the values, at which the question is asked. Default: anything but nothing.',
      id: 'A member that tells this time from the next.',
    }),
    describe(answerSchema, { signal: TARGET.signal, update: TARGET.update, arguments: ARGUMENTS }),
    describe(statusSchema, {
      ...SOURCE,
      path: 'The member that has to be there, and that is shown.',
      text: 'What is said, with {members} of what was read, and {arguments.order_id} of the call.',
    }),
    describe(progressSchema, {
      ...SOURCE,
      path: 'The member that is the number.',
      total:
        'What the number will be in the end: a number, the member that says so, or an argument (arguments.files).',
      message: 'The member that says what is being done.',
    }),
    ...EVENT_KEYS,
    ...WEB_KEYS,
    ...INBOX_KEYS,
    ...AUTH_KEYS,
    ...APPROVAL_KEYS,
    ...TENANT_KEYS,
    describe(codecKeySchema, {
      id: 'What the key is called; it stands readable beside what is encrypted.',
      key: '32 bytes, as base64:…: take it from the environment, ${NAME}.',
    }),
    describe(auditSchema, {
      to: 'stdout, stderr, or the path of a file that lines are added to.',
      failClosed: 'Whether what cannot be written down is refused. Default: false.',
    }),
  ],
);
