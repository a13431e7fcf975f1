import type { Logger } from '../../core/logger.js';
import { isRecord } from '../../core/value/is-record.js';
import type { FormGuard } from '../forms/form-guard.js';
import { h, type Html } from '../html/html.js';
import type { InboxPaths, Route } from '../html/inbox-paths.js';
import { type Page, redirect, redirectToIssuer } from '../html/page.js';
import type { Sessions } from '../session/sessions.js';
import { type SignIn, SignInFailed } from '../session/sign-in.js';

import { messagePage, signInLink } from './message-pages.js';

/** The purpose of a form that ends a session. */
export const SIGN_OUT = 'sign-out';
const BAD_GATEWAY = 502;

export interface SignInPagesOptions {
  readonly paths: InboxPaths;
  readonly guard: FormGuard;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly logger?: Logger | undefined;
}

interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly form: URLSearchParams;
}

export class SignInPages {
  readonly #options: SignInPagesOptions;

  constructor(options: SignInPagesOptions) {
    this.#options = options;
  }

  /** @returns `undefined` if the route isn't a page of the sign-in. */
  async answer(route: Route, visit: Visit): Promise<Page | Response | undefined> {
    if (route.name === 'signIn') return this.#begin(visit);
    if (route.name === 'signedIn') return this.#finish(visit);
    return route.name === 'signOut' ? this.#end(visit) : undefined;
  }

  async #begin({ request, url }: Visit): Promise<Page | Response> {
    const { signIn, paths, logger } = this.#options;
    try {
      const to = url.searchParams.get('to') ?? paths.home();
      const { url: there, cookies } = await signIn.begin(request, to);
      return redirectToIssuer(there, cookies);
    } catch (error) {
      logger?.warn({ reason: toReason(error) }, 'Nobody can sign in to the inbox');
      const text = 'The authorization server does not answer as it should. Try again later.';
      return messagePage(
        { status: BAD_GATEWAY, title: 'Nobody can sign in now', text },
        this.#again(),
      );
    }
  }

  async #finish({ request, url }: Visit): Promise<Page | Response> {
    const { signIn, sessions, paths, logger } = this.#options;
    try {
      const { token, lifetimeMs, to } = await signIn.finish(request, url.search);
      const begun = await sessions.begin(request, { text: token, lifetimeMs });
      if (begun) return redirect(paths, to, [...begun.cookies, ...(await signIn.end(request))]);
      logger?.warn({}, 'An access token is too long for the cookies of the inbox');
      const text =
        'Your access token is too long for a browser to keep. The operator of this server has to request fewer scopes.';
      return messagePage({ status: BAD_GATEWAY, title: 'You are not signed in', text });
    } catch (error) {
      const isKnown = error instanceof SignInFailed;
      logger?.warn({ reason: toReason(error) }, 'A sign-in to the inbox has failed');
      const text = isKnown
        ? 'The sign-in did not finish: it started in another browser or too long ago, or it was refused.'
        : 'The authorization server does not answer as it should. Try again later.';
      const page = messagePage(
        { status: isKnown ? 400 : BAD_GATEWAY, title: 'You are not signed in', text },
        this.#again(),
      );
      return { ...page, cookies: await signIn.end(request) };
    }
  }

  async #end({ request, form }: Visit): Promise<Page | Response> {
    const { sessions, signIn, guard } = this.#options;
    const session = await sessions.read(request);
    const use = { session: session?.id ?? '', owner: '', about: SIGN_OUT };
    if (session && !(await guard.holds(form.get('token'), use))) {
      const text =
        'This page belongs to another session. Open the inbox again, and sign out there.';
      return messagePage({ status: 403, title: 'You are still signed in', text }, this.#home());
    }
    if (session?.token !== undefined) await signIn.revoke(session.token);
    const text = 'Your browser keeps nothing of this session.';
    const page = messagePage({ status: 200, title: 'You have signed out', text }, this.#again());
    return { ...page, cookies: await sessions.end(request) };
  }

  #again(): Html {
    return signInLink(this.#options.paths);
  }

  #home(): Html {
    return h('p', {}, h('a', { href: this.#options.paths.home() }, 'Open the inbox'));
  }
}

/** Returns the code or name of an error, since its message may quote the authorization server. */
function toReason(error: unknown): string {
  if (error instanceof SignInFailed) return error.message;
  const { code, name } = isRecord(error) ? error : {};
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : error instanceof Error ? error.name : 'unknown';
}
