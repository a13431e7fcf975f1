/** The inbox: pages on which people answer the questions of tasks, and look after their tasks. */
import { isTaskError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { Caller } from '../core/person/caller.js';
import type { Presented } from '../core/person/gate.js';
import { INBOX_PATH, type PageVisit, type WebPages } from '../core/question/web-pages.js';
import type { Sealer } from '../core/sealer.js';

import { FormGuard, isOfOrigin } from './forms/form-guard.js';
import { sendAsset } from './html/assets.js';
import { createPaths, type Route, toRoute } from './html/inbox-paths.js';
import { type Frame, type Page, toResponse } from './html/page.js';
import { toVisitorName } from './html/person-name.js';
import type { InboxRequest, InboxContext } from './pages/inbox-context.js';
import {
  errorPage,
  messagePage,
  notFoundPage,
  refusalPage,
  signInLink,
  signInPage,
} from './pages/message-pages.js';
import { showDecided } from './pages/show-decided.js';
import { showOneQuestion } from './pages/show-one-question.js';
import { sendResult, showCancel, showTaskPage } from './pages/show-task.js';
import { showTasks } from './pages/show-tasks.js';
import { SIGN_OUT, SignInPages } from './pages/sign-in-pages.js';
import { takeAnswer } from './pages/take-answer.js';
import { takeCancel } from './pages/take-cancel.js';
import { decideTogether } from './queue/decide-together.js';
import { showNext, showWaiting } from './queue/show-waiting.js';
import { SealedCookie } from './session/cookies.js';
import { type InboxSession, Sessions } from './session/sessions.js';
import { SignIn, type SignInOptions } from './session/sign-in.js';

export interface InboxOptions extends Pick<
  InboxContext,
  | 'tasks'
  | 'hasApprovers'
  | 'protocol'
  | 'canList'
  | 'hasSeveralIssuers'
  | 'toolTitle'
  | 'approversOf'
  | 'temporalUrl'
> {
  /** The name of the server, for people. */
  readonly name: string;
  readonly sealer: Sealer;
  /** Public URL. Absent: {@link INBOX_PATH} at the host of the request, over HTTP. */
  readonly url?: string | undefined;
  /** Sign-in at an issuer. Absent: the visitor is the local user, or the server identifies them in another way. */
  readonly signIn?: Omit<SignInOptions, 'redirectUri'> | undefined;
  readonly logger?: Logger | undefined;
}

const NO_FORM = new URLSearchParams();
const PAGE: readonly string[] = ['GET', 'HEAD'];
const FORM: readonly string[] = [...PAGE, 'POST'];

/** The facts of a route that depend on no visitor. */
interface RouteRow {
  /** The HTTP methods that it has. */
  readonly methods: readonly string[];
  /** A page of the sign-in, which is for everybody; the others read the visitor's session. Default: false. */
  readonly isSignIn?: true | undefined;
}

const ROWS: Readonly<Record<Route['name'], RouteRow>> = {
  home: { methods: PAGE },
  decided: { methods: PAGE },
  tasks: { methods: PAGE },
  next: { methods: PAGE },
  decide: { methods: ['POST'] },
  task: { methods: PAGE },
  result: { methods: PAGE },
  question: { methods: FORM },
  cancel: { methods: FORM },
  signIn: { methods: PAGE, isSignIn: true },
  signedIn: { methods: PAGE, isSignIn: true },
  signOut: { methods: ['POST'], isSignIn: true },
  unknown: { methods: PAGE },
};

/** Returns the URL without slashes that would change its meaning: a link that starts with two names a host. */
function toAddress(url: string): URL {
  const address = new URL(url);
  address.pathname = `/${address.pathname.replace(/^\/+|\/+$/g, '')}`;
  return address;
}

class Inbox implements Omit<WebPages, 'file'> {
  readonly path = INBOX_PATH;
  readonly #options: InboxOptions;
  readonly #context: InboxContext;
  readonly #sessions: Sessions;
  readonly #signIn: SignInPages | undefined;
  /** Returns the public URL, or that of the requested host on this machine. */
  readonly #addressOf: (request: Request) => URL;

  constructor(options: InboxOptions) {
    const { sealer, url, signIn } = options;
    this.#options = options;
    const address = url === undefined ? undefined : toAddress(url);
    const paths = createPaths(address?.pathname.replace(/^\/$/, '') ?? INBOX_PATH);
    const guard = new FormGuard(sealer);
    this.#context = { ...options, paths, guard };
    this.#addressOf = ({ headers }) =>
      address ?? new URL(`http://${headers.get('host') ?? ''}${INBOX_PATH}`);
    this.#sessions = new Sessions(sealer, new SealedCookie('mcp-inbox', this.#addressOf));
    if (!signIn || !address) return;
    const redirectUri = new URL(paths.signedIn, address).href;
    const cookie = new SealedCookie('mcp-inbox-sign-in', this.#addressOf);
    this.#signIn = new SignInPages({
      paths,
      guard,
      sessions: this.#sessions,
      logger: options.logger,
      signIn: new SignIn({ ...signIn, redirectUri }, sealer, cookie),
    });
  }

  isSignIn(request: Request): boolean {
    return ROWS[this.#routeOf(new URL(request.url).pathname).name].isSignIn ?? false;
  }

  async present(request: Request): Promise<Presented | undefined> {
    const session = this.isSignIn(request) ? undefined : await this.#sessions.read(request);
    if (session?.token === undefined) return undefined;
    return { authorization: [`Bearer ${session.token}`], hasQueryToken: false };
  }

  async answer(request: Request, visit: PageVisit): Promise<Response> {
    const form = visit.form === undefined ? NO_FORM : new URLSearchParams(visit.form);
    try {
      return await this.#answer(request, visit, form);
    } catch (error) {
      return this.#send(this.#toErrorPage(error, form));
    }
  }

  #toErrorPage(error: unknown, form: URLSearchParams): Page {
    if (!isTaskError(error)) this.#options.logger?.error({ err: error }, 'The inbox has failed');
    return errorPage(this.#context.paths, error, form);
  }

  #routeOf(pathname: string): Route {
    return toRoute(pathname.slice(INBOX_PATH.length).replace(/\/$/, ''));
  }

  #send(page: Page, visitor?: Frame['visitor']): Response {
    const { name } = this.#options;
    return toResponse(page, { paths: this.#context.paths, name, visitor });
  }

  /** Answers a request, with or without an admitted visitor. */
  async #answer(request: Request, visit: PageVisit, form: URLSearchParams): Promise<Response> {
    const { method } = request;
    const url = new URL(request.url);
    const route = this.#routeOf(url.pathname);
    const { paths } = this.#context;
    const { methods, isSignIn } = ROWS[route.name];
    const { refusal, caller } = visit;
    const wrong = this.#toWrongPage(request, methods);
    if (wrong) {
      const session = await this.#sessions.read(request);
      return this.#send(wrong, caller && session && (await this.#toVisitor(caller, session)));
    }
    const to = paths.within(`${paths.base}${url.pathname.slice(INBOX_PATH.length)}${url.search}`);
    if (refusal && refusal.status !== 401) {
      // The sign-in has a count of its own.
      const isOpen = refusal.status === 429 && !caller && this.#signIn && isSignIn !== true;
      return this.#send(refusalPage(refusal, isOpen && signInLink(paths, to)));
    }
    const signedIn = await this.#signIn?.answer(route, { request, url, form });
    if (signedIn) return signedIn instanceof Response ? signedIn : this.#send(signedIn);
    if (!caller) {
      const sent = method === 'POST' ? form : undefined;
      return this.#send(signInPage(paths, { to, hasEnded: refusal !== undefined, form: sent }));
    }
    return this.#welcome(route, { request, url, form, caller });
  }

  /** Returns the page of a request that does not fit the inbox, from any sender. */
  #toWrongPage(request: Request, methods: readonly string[]): Page | undefined {
    if (!methods.includes(request.method)) {
      const text = 'This page has no such action.';
      const page = messagePage({ status: 405, title: 'That is not possible', text });
      return { ...page, headers: { Allow: methods.join(', ') } };
    }
    if (request.method !== 'POST' || isOfOrigin(request, this.#addressOf(request).origin)) {
      return undefined;
    }
    const text = 'This form was not sent from a page of the inbox, so nothing was done.';
    return messagePage({ status: 403, title: 'Nothing was sent', text });
  }

  /** Returns the visitor's name and way out; `undefined` if nobody signs in here. */
  async #toVisitor(caller: Caller, session: InboxSession): Promise<Frame['visitor']> {
    if (!this.#signIn) return undefined;
    const about = { session: session.id, owner: '', about: SIGN_OUT };
    return { name: toVisitorName(caller), signOutToken: await this.#context.guard.seal(about) };
  }

  /** Answers a request of an admitted visitor. */
  async #welcome(
    route: Route,
    { request, ...rest }: Omit<InboxRequest, 'session'> & { readonly request: Request },
  ): Promise<Response> {
    const present = await this.#sessions.read(request);
    const begun = present ? undefined : await this.#sessions.begin(request);
    const session = present ?? begun?.session;
    if (!session) throw new Error('A session without a token is too long for a cookie');
    const visit: InboxRequest = { ...rest, session };
    const isPosted = request.method === 'POST';
    const page = await this.#show(route, visit, isPosted).catch((error: unknown) =>
      this.#toErrorPage(error, visit.form),
    );
    if (page instanceof Response) return page;
    const cookies = [...(begun?.cookies ?? []), ...(page.cookies ?? [])];
    return this.#send({ ...page, cookies }, await this.#toVisitor(visit.caller, session));
  }

  async #show(route: Route, visit: InboxRequest, isPosted: boolean): Promise<Page | Response> {
    const context = this.#context;
    switch (route.name) {
      case 'home':
        return showWaiting(context, visit);
      case 'decided':
        return showDecided(context, visit);
      case 'next':
        return showNext(context, visit);
      case 'decide':
        return decideTogether(context, visit);
      case 'tasks':
        return showTasks(context, visit);
      case 'task':
        return showTaskPage(context, visit, route.taskId);
      case 'result':
        return sendResult(context, visit, route.taskId);
      case 'question':
        return isPosted
          ? takeAnswer(context, visit, route)
          : showOneQuestion(context, visit, route);
      case 'cancel':
        return isPosted
          ? takeCancel(context, visit, route.taskId)
          : showCancel(context, visit, route.taskId);
      case 'unknown':
      case 'signIn':
      case 'signedIn':
      case 'signOut':
        return notFoundPage(context.paths, visit.form);
    }
  }
}

/** Makes an inbox. */
export function createInbox(options: InboxOptions): WebPages {
  const inbox = new Inbox(options);
  return {
    path: inbox.path,
    file: async (name) => sendAsset(name.slice(1)),
    isSignIn: (request) => inbox.isSignIn(request),
    present: async (request) => inbox.present(request),
    answer: async (request, visit) => inbox.answer(request, visit),
  };
}
