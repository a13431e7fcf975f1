import type { ElicitationField } from '../core/elicitation-schema.js';
import type { JsonRpcErrorObject } from '../core/tool-result.js';

import type { FormSchema, StandardFormSchema } from './form-schema.js';

export type { FormSchema } from './form-schema.js';

/** What every question may say. */
export interface QuestionOptions {
  /**
   * Asks under a name: a Workflow that continues as new and asks again under the same name finds its open
   * question, or the answer that came meanwhile. Default: no name; the question ends with the run.
   */
  readonly name?: string;
  /** How long to wait for an answer, in milliseconds, by a durable timer. Default: as long as the Workflow runs. */
  readonly deadlineMs?: number;
}

/** A form for a person. */
export interface ElicitationQuestion<Schema extends FormSchema> extends QuestionOptions {
  /** What is asked and why, for the person to read. Never ask for a secret in a form: use a URL. */
  readonly message: string;
  readonly schema: Schema;
}

/** A web page for a person: for what must not pass through the client (credentials, payments). */
export interface UrlQuestion extends QuestionOptions {
  readonly message: string;
  /** http or https. */
  readonly url: string;
}

/** A request to the client's model, as MCP words it (`CreateMessageRequestParams`). */
export interface SamplingRequest extends QuestionOptions {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: Readonly<Record<string, unknown>>;
}

/** What the client's model answered (`CreateMessageResult`). */
export interface SamplingAnswer {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
  readonly model?: string;
  readonly stopReason?: string;
}

/**
 * What came of a question to a person. All of it is ordinary: a person may say no, or nothing at all.
 *
 * - `accept`: the form as filled in, checked; of a URL, only that the person agreed to open it
 * - `decline`: an explicit no
 * - `cancel`: dismissed without a choice; with `error`, the client could not ask
 * - `expired`: no answer within `deadlineMs`
 */
export type ElicitationAnswer<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel'; readonly error?: JsonRpcErrorObject }
  | { readonly action: 'expired' };

type FieldContent<Field> = Field extends { enum: readonly (infer Choice)[] }
  ? Choice
  : Field extends { oneOf: readonly { const: infer Choice }[] }
    ? Choice
    : Field extends { type: 'string' }
      ? string
      : Field extends { type: 'number' | 'integer' }
        ? number
        : Field extends { type: 'boolean' }
          ? boolean
          : Field extends { type: 'array' }
            ? string[]
            : unknown;

type RequiredNames<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

/** What a filled-in form holds, inferred from its schema (write it `as const`, or use zod). */
export type ContentOf<Schema extends FormSchema> =
  Schema extends StandardFormSchema<infer Content>
    ? Content
    : Schema extends { properties: infer Fields extends Readonly<Record<string, ElicitationField>> }
      ? {
          readonly [
            Name in keyof Fields as Name extends RequiredNames<Schema> ? Name : never
          ]: FieldContent<Fields[Name]>;
        } & {
          readonly [
            Name in keyof Fields as Name extends RequiredNames<Schema> ? never : Name
          ]?: FieldContent<Fields[Name]>;
        }
      : never;
