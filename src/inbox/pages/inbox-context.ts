/** The context of every page of an inbox, and the request. */
import type { Caller } from '../../core/person/caller.js';
import { toQuestionVersion } from '../../core/question/question-version.js';
import type { Question } from '../../core/question/question.js';
import type { Protocol } from '../../core/task/protocol.js';
import { toSeenFields } from '../forms/form-fields.js';
import type { FormGuard } from '../forms/form-guard.js';
import type { FilledValues } from '../forms/read-filled-form.js';
import { type InboxPaths, withList } from '../html/inbox-paths.js';
import type { InboxSession } from '../session/sessions.js';

import type { QuestionSource } from './inbox-questions.js';
import { formSchema, isAnswerable, type QuestionForm } from './question-view.js';

/** The part that all visitors share. */
export interface InboxContext extends QuestionSource {
  readonly paths: InboxPaths;
  readonly guard: FormGuard;
  /** The protocol that decides if a task has ended. */
  readonly protocol: Protocol;
  /** True if the server can tell people apart, so that tasks may be listed. */
  readonly canList: boolean;
  /** Tokens of several issuers are taken, so that people with equal names may be different ones. */
  readonly hasSeveralIssuers: boolean;
  readonly toolTitle: (toolName: string) => string;
  /** Returns who may answer for others, in words: `finance`. `undefined`: nobody. */
  readonly approversOf: (toolName: string) => string | undefined;
  /** Returns the address of a task in Temporal's Web UI; `undefined` if it is unknown. */
  readonly temporalUrl: (taskId: string) => string | undefined;
}

/** A request to the inbox, with its caller and session. */
export interface InboxRequest {
  readonly caller: Caller;
  readonly session: InboxSession;
  readonly url: URL;
  /** The filled-in form; empty without one. */
  readonly form: URLSearchParams;
}

/** The purpose of a form that answers a question. */
export function aboutQuestion(taskId: string, key: string, version: string): string {
  return JSON.stringify(['answer', taskId, key, version]);
}

/** Returns the version of a question for which a form was made; `undefined` for a form of another question. */
export function toSeenVersion(
  about: string,
  { taskId, key }: { readonly taskId: string; readonly key: string },
): string | undefined {
  const of = `${JSON.stringify(['answer', taskId, key]).slice(0, -1)},`;
  // This server has sealed the text, so its last part is the version.
  return about.startsWith(of)
    ? (JSON.parse(`[${about.slice(of.length)}`) as [string])[0]
    : undefined;
}

export async function toQuestionForm(
  { guard, paths }: Pick<InboxContext, 'guard' | 'paths'>,
  { caller, session, url }: Pick<InboxRequest, 'caller' | 'session' | 'url'>,
  {
    taskId,
    question,
    ...filled
  }: {
    readonly taskId: string;
    readonly question: Question;
    readonly values?: FilledValues | undefined;
    readonly problems?: ReadonlyMap<string, string> | undefined;
  },
): Promise<QuestionForm> {
  const version = await toQuestionVersion(question);
  const { owner } = caller;
  const { key } = question;
  const about = aboutQuestion(taskId, key, version);
  const fields = isAnswerable(question) ? toSeenFields(formSchema(question)) : [];
  const token = await guard.seal({ session: session.id, owner, about }, fields);
  return { question, action: withList(paths.question(taskId, key), url), token, ...filled };
}
