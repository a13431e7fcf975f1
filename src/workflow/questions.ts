import type { ElicitationField } from '../core/contract/elicitation-schema.js';
import type { JsonRpcErrorObject } from '../core/json-rpc-error.js';
import type { AnswerSource } from '../core/question/answered-by.js';

import type { FormSchema, StandardFormSchema } from './form-schema.js';

/** Options of every question. */
export interface QuestionOptions {
  /**
   * A name for the question. After {@link TaskScope.continueAsNew}, asking under the same name finds the open question
   * with its deadline, or its answer; the second message and form have no effect. A
   * name can be used again once its question is over. Default: none, and the question ends with the run.
   */
  readonly name?: string | undefined;
  /**
   * Time to wait for an answer, in milliseconds, by a durable timer. A repeated question after an invalid answer does
   * not prolong it. Default: as long as the Workflow runs.
   */
  readonly deadlineMs?: number | undefined;
}

/** A form for a person. */
export interface ElicitationQuestion<Schema extends FormSchema> extends QuestionOptions {
  /** The question and its reason, for the person. Never ask for a secret in a form: use a URL. */
  readonly message: string;
  /** The form: JSON Schema as MCP allows it, or an object of zod 4.2 or newer. */
  readonly schema: Schema;
}

/** The address of a web page. A literal with another scheme is a type error. */
export type WebAddress<Url extends string> = string extends Url
  ? Url
  : Url extends `http://${string}` | `https://${string}`
    ? Url
    : never;

/** A web page for a person, for data that must not pass through the client (credentials, payments). */
export interface UrlQuestion extends QuestionOptions {
  /** The purpose of the page, for the person. */
  readonly message: string;
  /** http or https. It is shown to the person and may be logged: put no secret into it. */
  readonly url: string;
}

/** A request to the client's model, with the members of MCP's `CreateMessageRequestParams`. */
export interface SamplingRequest extends QuestionOptions {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: object }[];
  /** Maximum length of the answer, in tokens of the model. */
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly modelPreferences?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of the client's model (`CreateMessageResult`). */
export interface SamplingAnswer extends AnswerSource {
  readonly role: 'user' | 'assistant';
  /** A content block, or a list of them: `{ type: 'text', text }` for one. */
  readonly content: unknown;
  /** Name of the model that answered. */
  readonly model?: string | undefined;
  /** The reason why the model stopped: `endTurn`, `maxTokens`, … */
  readonly stopReason?: string | undefined;
}

/**
 * The answer of a person. All outcomes are normal: a person may decline, or give no answer.
 *
 * - `accept`: the content of the form, checked; for a URL, only the person's consent to open it
 * - `decline`: an explicit no
 * - `cancel`: dismissed without a choice; with `error`, the client could not ask
 * - `expired`: no answer within `deadlineMs`
 *
 * `answeredBy` names the person who answered, who may not be the task's owner. `answeredAt` has the time.
 */
export type ElicitationAnswer<Content> =
  | ({ readonly action: 'accept'; readonly content: Content } & AnswerSource)
  | ({ readonly action: 'decline' } & AnswerSource)
  | ({ readonly action: 'cancel'; readonly error?: JsonRpcErrorObject | undefined } & AnswerSource)
  | { readonly action: 'expired' };

type Choices<Field> = Field extends { enum: readonly (infer Choice)[] }
  ? Choice
  : Field extends { anyOf: readonly { const: infer Choice }[] }
    ? Choice
    : string;

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
          : Field extends { type: 'array'; items: infer Items }
            ? readonly Choices<Items>[]
            : unknown;

type RequiredNames<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never;

/** Content of a filled-in form, inferred from its schema. */
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
