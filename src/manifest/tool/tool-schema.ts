import * as z from 'zod';

import { webhooksSchema } from '../event/webhooks.js';
import { accessGroup } from '../group/access-group.js';
import { cancelGroup } from '../group/cancel-group.js';
import { sharedTaskGroup, taskGroup } from '../group/task-group.js';
import { ttlGroup } from '../group/ttl-group.js';
import { sharedWorkflowGroup, workflowGroup } from '../group/workflow-group.js';
import { text, key } from '../key.js';
import { questionSchema } from '../question/question.js';
import { progressSchema, statusSchema } from '../question/state-message.js';
import { objectSchema } from '../schema/object-schema.js';

import { annotationsSchema } from './annotations.js';
import { resultSchema } from './result.js';

const TASK =
  'Whether the tool may, must or cannot be called as a task: optional (default), required, forbidden; or more about it.';

/** Keys of one tool, or of all tools under `defaults`. */
const sharedKeys = {
  ttl: key(ttlGroup, 'For how long a task can be read: a duration, or more about it.'),
  cancel: key(cancelGroup, 'How its Workflows are cancelled, and when.'),
  access: key(accessGroup, 'Who may see and call it, and answer questions.'),
  unaskable: key(
    z.enum(['refuse', 'wait']),
    'The end of a question that the client of the call cannot show: the server refuses it (default), or it waits for another client.',
  ),
  showActivityFailures: key(
    z.boolean(),
    'Whether status messages quote the last failure of an Activity. Default: false.',
  ),
  webhooks: key(
    webhooksSchema,
    'Endpoints that are told of the tasks of all owners, without a subscription.',
  ),
};

/** `defaults`. */
export const defaultsSchema = z.strictObject({
  workflow: key(sharedWorkflowGroup, 'How executions are started.'),
  task: key(sharedTaskGroup, TASK),
  ...sharedKeys,
});

/** One of `tools`. */
export const toolSchema = z.strictObject({
  workflow: workflowGroup.describe('The Workflow Type, or more about the start.'),
  title: key(text, 'The name for people.'),
  description: key(text, 'The purpose, for models: when to call it, and what comes of it.'),
  input: key(objectSchema, 'JSON Schema of the arguments. Default: no arguments.'),
  output: key(objectSchema, 'JSON Schema of the result. Default: anything.'),
  result: key(
    resultSchema,
    'The mapping of what the Workflow returns: structured (an expression), text, a resource, misfit. Default: as it is.',
  ),
  annotations: key(annotationsSchema, 'Hints for hosts, as MCP has them.'),
  confirm: key(
    text,
    'The text that a person has to confirm before the start: "Delete {filename}?".',
  ),
  questions: key(
    z.record(z.string(), questionSchema),
    'Questions for people, by name: before the start, or when the Workflow waits.',
  ),
  status: key(
    statusSchema,
    'Where a status message comes from: one place, or several of which the first counts.',
  ),
  progress: key(
    progressSchema,
    'Where a number says how far the Workflow is: one place, or several.',
  ),
  task: key(taskGroup, TASK),
  ...sharedKeys,
});

/** One of `tools`, with durations in milliseconds. */
export type ToolSource = z.output<typeof toolSchema>;
/** `defaults`, with durations in milliseconds. */
export type SharedSource = z.output<typeof defaultsSchema>;
/** One of `tools` before parsing, as a TypeScript user writes it. */
export type ToolInput = z.input<typeof toolSchema>;
/** `defaults` before parsing. */
export type SharedInput = z.input<typeof defaultsSchema>;
