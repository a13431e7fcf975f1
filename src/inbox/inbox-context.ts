/** What every page of an inbox is made with, and for whom. */
import type { Identity } from '../core/caller.js';
import { toDigest } from '../core/json-digest.js';
import type { OpenInputRequest } from '../core/open-input-request.js';
import { type Owner, toOwnerText } from '../core/owner.js';
import type { Protocol } from '../core/protocol.js';
import type { Task } from '../core/task.js';
import type { Tasks } from '../core/tasks.js';

import type { FormGuard } from './form-guard.js';
import type { InboxPaths } from './inbox-paths.js';
import type { InboxQuestions } from './inbox-questions.js';
import type { QuestionForm } from './question-view.js';
import type { FilledValues } from './read-filled-form.js';
import type { Session } from './sessions.js';

/** What is the same for all visitors. */
export interface InboxContext {
  readonly paths: InboxPaths;
  readonly tasks: Tasks;
  readonly questions: readonly InboxQuestions[];
  readonly guard: FormGuard;
  /** By which a task has ended, or has not. */
  readonly protocol: Protocol;
  /** Whether people can be told apart, so that tasks may be listed. */
  readonly canList: boolean;
  readonly toolTitle: (toolName: string) => string;
  /** Its page in Temporal's Web UI. `undefined`: not known. */
  readonly temporalUrl: (
    task: Pick<Task, 'taskId' | 'toolName'>,
    owner: Owner,
  ) => string | undefined;
}

/** Somebody who has been let in, with what they ask for. */
export interface Guest {
  readonly identity: Identity;
  readonly session: Session;
  readonly url: URL;
  /** What they have filled in; empty where they have not. */
  readonly form: URLSearchParams;
  readonly gone: AbortSignal;
}

const NAME_CLAIMS = ['name', 'preferred_username', 'email'];

/** What somebody is called on a page. */
export function toVisitorName({ owner, claims = {} }: Identity): string {
  const named = NAME_CLAIMS.map((claim) => claims[claim]).find(
    (name) => typeof name === 'string' && name !== '',
  );
  return typeof named === 'string' ? named : toOwnerText(owner);
}

/** What of a question an answer is about: another one under the same key is another one. */
export async function toQuestionVersion({ method, params }: OpenInputRequest): Promise<string> {
  return toDigest({ method, params });
}

/** What a form is for that answers a question. */
export function aboutQuestion(taskId: string, key: string, version: string): string {
  return JSON.stringify(['answer', taskId, key, version]);
}

/** A question with its form, for somebody. */
export async function toQuestionForm(
  { guard, paths }: Pick<InboxContext, 'guard' | 'paths'>,
  { identity, session }: Pick<Guest, 'identity' | 'session'>,
  {
    taskId,
    key,
    request,
    ...filled
  }: {
    readonly taskId: string;
    readonly key: string;
    readonly request: OpenInputRequest;
    readonly values?: FilledValues;
    readonly problems?: ReadonlyMap<string, string>;
  },
): Promise<QuestionForm> {
  const version = await toQuestionVersion(request);
  const { owner } = identity;
  const about = aboutQuestion(taskId, key, version);
  const token = await guard.seal({ session: session.id, owner, about });
  return { key, request, action: paths.question(taskId, key), token, version, ...filled };
}
