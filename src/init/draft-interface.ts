/** Drafts what a person may want of a Workflow besides its start. `init` writes it as comments. */
import { draftArguments } from './draft-arguments.js';
import { toSchema } from './shape-schema.js';
import type { SurveyedHandler, SurveyedInterface } from './survey-interface.js';
import type { SurveyedWorkflow } from './survey-namespace.js';

type Members = Readonly<Record<string, unknown>>;

const DESCRIPTIONS = {
  query: (name: string) => `Asks a running task by its Query ${name}.`,
  signal: (name: string) => `Sends the Signal ${name} to a running task.`,
  update: (name: string) => `Sends the Update ${name} to a running task.`,
} as const;

/** Drafts further keys of a tool: `output`, `progress`. */
export function draftKeys({ result, heartbeats }: SurveyedInterface): Members {
  const output = result && toSchema(result);
  const places = heartbeats.map((heartbeat) => ({ heartbeat }));
  return {
    output,
    progress: places.length > 0 ? (places.length === 1 ? places[0] : places) : undefined,
  };
}

/** Drafts an action for a handler of a Workflow Type. */
export function draftAction(
  { type }: SurveyedWorkflow,
  { kind, name, sent }: SurveyedHandler,
): Members {
  const { input, layout } = sent ? draftArguments(sent) : {};
  return {
    workflow: type,
    [kind]: name,
    description: DESCRIPTIONS[kind](name),
    annotations: kind === 'query' ? { readOnlyHint: true } : { destructiveHint: true },
    input,
    arguments: layout && layout.length > 0 ? layout : undefined,
  };
}
