/** Messages for people: notes, and pages with a message only. */
import { isTaskError, isTaskGone, type TaskErrorCode } from '../../core/errors.js';
import type { PageRefusal } from '../../core/question/web-pages.js';
import { preformatted } from '../components/text.js';
import type { SeenField } from '../forms/form-guard.js';
import { isZoneId } from '../forms/read-filled-form.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths } from '../html/inbox-paths.js';
import type { Page } from '../html/page.js';

/** Names of hidden fields. */
const HIDDEN: readonly string[] = ['token', 'action'];
const RETRY_AFTER_S = 5;

/** A page of one sentence or two. */
export function messagePage(
  {
    status,
    title,
    text,
  }: { readonly status: number; readonly title: string; readonly text: string },
  ...more: Html[]
): Page {
  return { status, title, body: [h('p', { class: 'message' }, text), more] };
}

/** The page of lists on a server that cannot tell people apart. */
export function noListPage(): Page {
  const text =
    'This server cannot tell people apart, so it lists no tasks. Open a task by its link.';
  return messagePage({ status: 200, title: 'Inbox', text });
}

/** A link back to all questions. */
export function homeLink(paths: InboxPaths): Html {
  return h('p', {}, h('a', { href: paths.home() }, 'Back to the inbox'));
}

/** A link to the sign-in. @param to Page after the sign-in. Default: the first page. */
export function signInLink(paths: InboxPaths, to?: string): Html {
  return h('p', {}, h('a', { class: 'button primary', href: paths.signIn(to) }, 'Sign in'));
}

/** Shows values that a person has filled in, so that they are not lost when an answer is refused. */
function showTyped(values: readonly (readonly [string, string])[]): Html {
  const typed = values.filter(([, value]) => value !== '');
  if (typed.length === 0) return undefined;
  return h(
    'section',
    { 'aria-labelledby': 'typed' },
    h('h2', { id: 'typed' }, 'What you have filled in'),
    h('p', {}, 'It was not sent. Copy what you need.'),
    typed.map(([label, value]) => [h('h3', { dir: 'auto' }, label), preformatted(h, value)]),
  );
}

/** Shows the values of a form. @param fields Labels as the person saw them. Default: unknown. */
export function typedIn(form: URLSearchParams, fields: readonly SeenField[] = []): Html {
  const own = [...form].filter(([name]) => !HIDDEN.includes(name) && !isZoneId(name));
  return showTyped(
    own.map(([name, value], index) => {
      const { label = `Field ${index + 1}`, choices = {} } =
        fields.find(({ id }) => id === name) ?? {};
      return [label, (Object.hasOwn(choices, value) ? choices[value] : undefined) ?? value];
    }),
  );
}

/** The page of every path, task and question that a visitor cannot see, for any reason. */
export function notFoundPage(paths: InboxPaths, form: URLSearchParams): Page {
  const text =
    'It never existed, is no longer kept, or belongs to somebody else. A question may have been answered already.';
  return messagePage(
    { status: 404, title: 'There is nothing here', text },
    typedIn(form),
    homeLink(paths),
  );
}

const STATUS: Readonly<Partial<Record<TaskErrorCode, number>>> = {
  taskTerminal: 409,
  invalidInput: 422,
  busy: 503,
  unavailable: 503,
  closing: 503,
};

/** The HTTP status of an error. */
export function statusOfError(error: unknown): number {
  if (isTaskGone(error)) return 404;
  return (isTaskError(error) ? STATUS[error.code] : undefined) ?? 500;
}

/** Text of an error for the visitor. */
export function textOfError(error: unknown): string {
  return isTaskError(error) ? error.message : 'The server could not do this. Its log says why.';
}

/** The page of an error, with the filled-in values. */
export function errorPage(paths: InboxPaths, error: unknown, form: URLSearchParams): Page {
  if (isTaskGone(error)) return notFoundPage(paths, form);
  const status = statusOfError(error);
  const retryAfterS = isTaskError(error) ? Math.ceil((error.retryAfterMs ?? 0) / 1000) : 0;
  const page = messagePage(
    { status, title: 'That did not work', text: textOfError(error) },
    typedIn(form),
    homeLink(paths),
  );
  if (status !== 503) return page;
  return { ...page, headers: { 'Retry-After': String(retryAfterS || RETRY_AFTER_S) } };
}

const REFUSALS: Readonly<Record<number, readonly [string, string]>> = {
  403: [
    'You have no access',
    'You are signed in, but you may not use this server, or your sign-in does not grant enough.',
  ],
  413: ['Too large', 'The form is larger than 1 MiB. Nothing was sent: go back and write less.'],
  415: ['Not a form', 'Forms come as application/x-www-form-urlencoded.'],
  429: ['Too many requests', 'You have sent too much in a short time. Try again later.'],
  503: ['Try again', 'Nobody can sign in at the moment: the authorization server does not answer.'],
};

/** The page for a refused visit, except for one that needs a sign-in. */
export function refusalPage({ status, message, retryAfterS }: PageRefusal, more?: Html): Page {
  const [title, text] = REFUSALS[status] ?? ['That did not work', 'The request could not be read.'];
  const page = messagePage({ status, title, text: message ?? text }, more);
  return retryAfterS === undefined
    ? page
    : { ...page, headers: { 'Retry-After': String(retryAfterS) } };
}

/** Asks the visitor to sign in. The form can be sent again afterwards. */
export function signInPage(
  paths: InboxPaths,
  {
    to,
    hasEnded,
    form,
  }: {
    /** The requested address. */
    readonly to: string;
    readonly hasEnded: boolean;
    /** The form of the request; absent: none. */
    readonly form: URLSearchParams | undefined;
  },
): Page {
  const text = hasEnded ? 'Your session has ended.' : 'Sign in to see what waits for you.';
  if (!form) {
    return messagePage({ status: 401, title: 'Sign in', text }, signInLink(paths, to));
  }
  const elsewhere = { href: paths.signIn(), target: '_blank', rel: 'noopener' };
  const resend = h(
    'form',
    { method: 'post', action: to },
    [...form].map(([name, value]) => h('input', { type: 'hidden', name, value })),
    h('button', { type: 'submit', class: 'primary' }, 'Send again'),
  );
  return messagePage(
    {
      status: 401,
      title: 'Sign in again',
      text: 'Your session has ended, and nothing was sent. What you have filled in is still on this page.',
    },
    h(
      'ol',
      {},
      h('li', {}, h('a', elsewhere, 'Sign in, in another tab')),
      h('li', {}, 'Come back to this one:', resend),
    ),
  );
}
