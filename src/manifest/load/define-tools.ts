import * as z from 'zod';

import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';
import type { Principal } from '../../core/person/principal.js';
import { toPrincipal } from '../../core/person/to-principal.js';
import { toCallScope } from '../../core/tool/call-scope.js';
import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import type { ActivityInput } from '../../definition/tool/activity.js';
import {
  layout as layoutSchema,
  type LayoutInput,
  toLayout,
} from '../../definition/tool/arguments.js';
import type { KindWorkflowInput, WorkflowInput } from '../../definition/tool/workflow.js';
import type { JobInput } from '../../jobs/manifest/job-group.js';
import { fillIn } from '../compile/compile-text.js';
import { ManifestError, formatPath } from '../manifest-error.js';
import type { Manifest } from '../manifest.js';
import type { ServerInput } from '../server/server.js';
import type { ActionInput } from '../tool/action.js';
import type { CompiledSchemas, SchemaOverrides } from '../tool/compiled-schemas.js';
import type { DefaultsInput } from '../tool/tool-schema.js';
import { type LayOutData, compileZodInput, toJsonSchema } from '../tool/zod-input.js';

import { createManifest } from './create-manifest.js';
import type { ToolInput } from './tool-kinds.js';

/** A Workflow Definition, or anything of its type. */
export type WorkflowFunction = (...args: never[]) => Promise<unknown>;

/** Settings of a tool besides its Workflow and its input. */
export type ToolSettings = Omit<ToolInput, 'workflow' | 'activity' | 'job' | 'input' | 'output'> & {
  /** Schema of the Workflow's result, of any type: a JSON Schema, or zod's. */
  readonly output?: JsonSchema | z.ZodType | undefined;
};

/** A Workflow with settings of its start, like the keys of `workflow` in YAML. */
export type StartSettings<Definition, Layout = never> = Omit<
  WorkflowInput,
  'type' | 'arguments'
> & {
  readonly definition: Definition;
  /** The Workflow Type. Default: the name of the definition. */
  readonly type?: string | undefined;
} & ([Layout] extends [never] ? { readonly arguments?: never } : { readonly arguments: Layout });

/** A Workflow, alone or with settings of its start. */
export type ToolWorkflow<Definition> = Definition | StartSettings<Definition>;

/** An Activity with settings of its start, like the keys of `activity` in YAML. */
export type ActivitySettings<Definition> = Omit<ActivityInput, 'type' | 'arguments'> & {
  readonly definition: Definition;
  /** The Activity Type. Default: the name of the definition. */
  readonly type?: string | undefined;
  readonly arguments?: LayoutInput | undefined;
};

/** A JSON Schema whose properties are those of a Workflow's argument. */
export interface SchemaOf<Argument> extends ObjectSchema {
  readonly properties: { readonly [Name in keyof Argument]-?: object };
  readonly required?: readonly (keyof Argument & string)[] | undefined;
}

/** One tool of {@link defineTools}, made by {@link tool}. */
export interface DefinedTool {
  readonly settings: ToolInput;
  /** Functions of a zod object that check and shape the input; absent with a JSON Schema. */
  readonly schemas?: CompiledSchemas | undefined;
}

/**
 * Makes a tool of a Workflow. The compiler checks the Workflow's arguments.
 *
 * With a zod object as `input`, the Workflow takes the object's output, or `workflow.arguments` turns that output into
 * the Workflow's arguments. With a JSON Schema, its properties have to be those of the Workflow's only argument.
 *
 * @example
 * tool({
 *   workflow: placeOrder, // (order: { sku: string; quantity: number }) => Promise<Receipt>
 *   input: z.object({ sku: z.string(), quantity: z.int().positive() }),
 *   description: 'Places an order and ships it.',
 * });
 */
export function tool<Schema extends z.ZodObject>(
  options: ToolSettings & {
    readonly workflow: ToolWorkflow<(input: z.output<Schema>) => Promise<unknown>>;
    readonly input: Schema;
  },
): DefinedTool;
export function tool<Schema extends z.ZodObject, Arguments extends unknown[] | []>(
  options: ToolSettings & {
    /** Its function `arguments` makes the Workflow's arguments from a call and its caller. */
    readonly workflow: StartSettings<
      (...args: Arguments) => Promise<unknown>,
      (input: z.output<Schema>, principal: Principal) => Arguments
    >;
    readonly input: Schema;
  },
): DefinedTool;
export function tool<Argument extends object>(
  options: ToolSettings & {
    readonly workflow: ToolWorkflow<(input: Argument) => Promise<unknown>>;
    readonly input: SchemaOf<Argument>;
  },
): DefinedTool;
export function tool(
  options: ToolSettings &
    (
      | {
          readonly workflow: StartSettings<WorkflowFunction> & {
            readonly adopt: NonNullable<WorkflowInput['adopt']>;
          };
          readonly input?: never;
        }
      | {
          readonly workflow: StartSettings<WorkflowFunction, LayoutInput>;
          readonly input?: z.ZodObject | ObjectSchema | undefined;
        }
      | {
          /** Work behind an HTTP API, which needs no Workflow: the keys of `job` in YAML. */
          readonly job: JobInput;
          readonly workflow?: KindWorkflowInput | undefined;
          readonly input?: z.ZodObject | ObjectSchema | undefined;
        }
      | {
          /** A Standalone Activity instead of a Workflow: experimental. */
          readonly activity: ActivitySettings<WorkflowFunction>;
          readonly input?: z.ZodObject | ObjectSchema | undefined;
        }
    ),
): DefinedTool;
export function tool({
  workflow,
  activity,
  job,
  input,
  output,
  ...rest
}: ToolSettings & {
  readonly workflow?: WorkflowFunction | AnyStart | KindWorkflowInput | undefined;
  readonly activity?: ActivitySettings<WorkflowFunction> | undefined;
  readonly job?: JobInput | undefined;
  readonly input?: z.ZodObject | ObjectSchema | undefined;
}): DefinedTool {
  const { layout = 'object', ...start } = toWrittenStart({ workflow, activity, job });
  const settings: ToolInput = {
    ...rest,
    ...start,
    output: output && toWrittenSchema(output),
  };
  const written = input ? { ...settings, input: toWrittenSchema(input) as ObjectSchema } : settings;
  if (!(input instanceof z.ZodType)) return { settings: written };
  return {
    settings: written,
    schemas: compileZodInput(input, toLayOut(layout, Object.keys(input.shape))),
  };
}

function toWrittenSchema(schema: JsonSchema | z.ZodType): JsonSchema {
  return schema instanceof z.ZodType ? toJsonSchema(schema) : schema;
}

type LayoutFunction = (input: never, principal: Principal) => unknown[];

/** Any of the forms of `workflow`. */
type AnyStart = Omit<WorkflowInput, 'type' | 'arguments'> & {
  readonly definition: WorkflowFunction;
  readonly type?: string | undefined;
  readonly arguments?: LayoutFunction | LayoutInput | undefined;
};

type WrittenStart = Pick<ToolInput, 'workflow' | 'activity' | 'job'> & {
  readonly layout?: LayoutFunction | LayoutInput | undefined;
};

interface DefinedStart {
  readonly workflow?: WorkflowFunction | AnyStart | KindWorkflowInput | undefined;
  readonly activity?: ActivitySettings<WorkflowFunction> | undefined;
  readonly job?: JobInput | undefined;
}

function toWrittenStart({ workflow, activity, job }: DefinedStart): WrittenStart {
  if (job) return { job, workflow: workflow && (workflow as KindWorkflowInput) };
  if (activity) {
    const { definition, type = typeNameOf(definition), ...start } = activity;
    return { activity: { ...start, type }, layout: start.arguments };
  }
  const source = workflow as WorkflowFunction | AnyStart;
  const {
    definition,
    type,
    arguments: layout,
    ...start
  } = typeof source === 'function' ? { definition: source } : source;
  return {
    workflow: {
      ...start,
      type: type ?? typeNameOf(definition),
      arguments: layout !== undefined && typeof layout !== 'function' ? layout : undefined,
    },
    layout,
  };
}

/** Faults of a layout are reported with the manifest. */
function toCompiledLayout(
  written: LayoutInput = 'object',
  names: readonly string[],
): ArgumentLayout {
  return toLayout(fillIn(layoutSchema, layoutSchema.safeParse(written).data ?? 'object', names));
}

/** The layout of a Workflow's arguments: a function with compiled argument types, or as in YAML. */
function toLayOut(layout: LayoutFunction | LayoutInput, names: readonly string[]): LayOutData {
  if (typeof layout !== 'function') {
    const compiled = toCompiledLayout(layout, names);
    return async (data, ...facts) => layOut(compiled, toCallScope(data, ...facts));
  }
  return async (data, by = { owner: LOCAL_OWNER }) =>
    Promise.resolve({ ok: true, workflowArguments: layout(data as never, toPrincipal(by)) });
}

/**
 * Returns the name of a function. A function without a name gets that of its option here, which isn't a Workflow Type.
 */
function typeNameOf({ name }: WorkflowFunction): string {
  return name === 'workflow' || name === 'definition' ? '' : name;
}

/** The content of `mcp-tasks.yaml`, with tools made by {@link tool}. */
export interface DefineToolsOptions {
  readonly server?: ServerInput | undefined;
  /** Defaults of all tools. */
  readonly defaults?: DefaultsInput | undefined;
  /** The tools, by name. */
  readonly tools: Readonly<Record<string, DefinedTool>>;
  /** The tools that send messages to running tasks, by name. */
  readonly actions?: Readonly<Record<string, ActionOptions>> | undefined;
}

type Defined = Readonly<
  Record<string, { settings: object; schemas?: CompiledSchemas | undefined }>
>;

function toSettings(defined: Defined): Record<string, object> {
  return Object.fromEntries(
    Object.entries(defined).map(([name, { settings }]) => [name, settings]),
  );
}

function toOverrides(defined: Defined): SchemaOverrides {
  return new Map(
    Object.entries(defined).flatMap(([name, { schemas }]) => (schemas ? [[name, schemas]] : [])),
  );
}

/**
 * Makes a manifest in a TypeScript module: the content of `mcp-tasks.yaml`, checked by the compiler.
 *
 * @throws {ManifestError} With every problem found, each with its path.
 */
export function defineTools({
  server,
  defaults,
  tools,
  actions: written = {},
}: DefineToolsOptions): Manifest {
  const actions = Object.fromEntries(
    Object.entries(written).map(([name, action]) => [name, toDefinedAction(action)]),
  );
  const { manifest, problems } = createManifest(
    [
      {
        server,
        defaults,
        tools: toSettings(tools),
        actions: toSettings(actions),
      },
    ],
    { overrides: { tools: toOverrides(tools), actions: toOverrides(actions) } },
  );
  if (problems.length === 0) return manifest;
  throw new ManifestError(
    'defineTools',
    problems.map(({ path, message }) => ({ path: formatPath(path), message })),
  );
}

/** An action in a TypeScript module: the keys of YAML. A zod object may replace a JSON Schema. */
export type ActionOptions = Omit<ActionInput, 'input' | 'output'> & {
  /** The model's arguments besides the task. Default: none. */
  readonly input?: ObjectSchema | z.ZodObject | undefined;
  /** The handler's result. Default: anything. */
  readonly output?: JsonSchema | z.ZodType | undefined;
};

export interface DefinedAction {
  readonly settings: ActionInput;
  /** Absent where a JSON Schema checks the input. */
  readonly schemas?: CompiledSchemas | undefined;
}

function toDefinedAction({ input, output, ...rest }: ActionOptions): DefinedAction {
  const settings: ActionInput = {
    ...rest,
    input: input && toWrittenSchema(input),
    output: output && toWrittenSchema(output),
  };
  if (!(input instanceof z.ZodType)) return { settings };
  const layout = toCompiledLayout(rest.arguments, Object.keys(input.shape));
  return {
    settings,
    schemas: compileZodInput(input, async (data, ...facts) =>
      layOut(layout, toCallScope(data, ...facts)),
    ),
  };
}
