/** Serves pages for people in an Express application: visitors, limits and bodies. */
import express, { type Request, type RequestHandler, type Response } from 'express';

import type { Audit } from '../../../core/audit.js';
import type { Logger } from '../../../core/logger.js';
import type { Identify } from '../../../core/person/caller.js';
import type { Gate, Refusal } from '../../../core/person/gate.js';
import type { PageRefusal, PageVisit, WebPages } from '../../../core/question/web-pages.js';
import { auditRequests, resumeAudit } from '../audit-requests.js';
import { identifyWithoutGate, keepCaller } from '../identify-request.js';
import type { Excess, RequestLimiter } from '../limits/request-limiter.js';
import type { HttpTurns } from '../limits/take-turns.js';
import { authenticate } from '../require-token.js';

import { refuseUnknownToWeb } from './refuse-unknown-to-web.js';
import { sendWebResponse, toWebRequest, untilClosed } from './web-exchange.js';

/** The limits and turns that MCP and pages share. */
export interface Doorway {
  readonly limiter: RequestLimiter | undefined;
  readonly turns: HttpTurns;
}

export interface PageHostOptions extends Doorway {
  readonly gate?: Gate | undefined;
  readonly identify?: Identify | undefined;
  readonly audit?: Audit | undefined;
  readonly logger?: Logger | undefined;
}

/** Type of forms without files. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Maximum size of a form. An answer has 256 KiB at most; in a form, it can take three times as many bytes. */
const MAX_FORM_BYTES = 1024 * 1024;
const parseForm: RequestHandler = express.text({
  type: FORM_TYPE,
  limit: MAX_FORM_BYTES,
  inflate: false,
});

const TOO_LARGE: PageRefusal = { status: 413 };
const UNKNOWN_TYPE: PageRefusal = { status: 415 };

function toRefusal({ message, retryAfterS }: Excess): PageRefusal {
  return { status: 429, message, retryAfterS };
}

function fromGate({ status, headers }: Refusal): PageRefusal {
  const retryAfterS = Number(headers['Retry-After']);
  return { status, ...(retryAfterS > 0 && { retryAfterS }) };
}

/**
 * Returns the owner whose limits apply. Visitors who are not admitted count by address; a gate never makes such an
 * owner.
 */
function toOwner({ caller }: Pick<PageVisit, 'caller'>, { ip = '' }: Request): string {
  return caller?.owner ?? `nobody at ${ip}`;
}

async function findVisitor(
  pages: WebPages,
  request: globalThis.Request,
  { response, options }: { readonly response: Response; readonly options: PageHostOptions },
): Promise<Pick<PageVisit, 'caller' | 'refusal'>> {
  const { gate, identify } = options;
  if (!gate) return { caller: await identifyWithoutGate(response.req, identify) };
  const presented = await pages.present(request);
  if (!presented) return {};
  const verdict = await authenticate(response, gate, presented);
  if (verdict.kind === 'refused') return { refusal: fromGate(verdict.refusal) };
  const lacking = gate.authorize(verdict.grant, []);
  return lacking ? { refusal: fromGate(lacking) } : { caller: verdict.grant.caller };
}

/** Reads the form of a request, without decoding it. */
async function readForm(
  owner: string,
  response: Response,
  turns: HttpTurns,
): Promise<{ readonly form?: string; readonly refusal?: PageRefusal }> {
  const { req: request } = response;
  if (request.method !== 'POST') return {};
  const bytes = Number(request.headers['content-length'] ?? MAX_FORM_BYTES);
  const refusal = request.is(FORM_TYPE) === false ? UNKNOWN_TYPE : TOO_LARGE;
  if (refusal === UNKNOWN_TYPE || !(bytes <= MAX_FORM_BYTES)) {
    // Browsers read the answer only after they have sent the whole body.
    request.resume();
    return { refusal };
  }
  let error: { readonly status?: number } | undefined;
  await turns.readLarge(owner, async () => {
    if (response.closed) return;
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      parseForm(request, response, (problem?: unknown) => {
        error = problem as typeof error;
        resolve();
      });
    });
  });
  if (error) return { refusal: { status: error.status ?? 400 } };
  const body: unknown = request.body;
  return { form: typeof body === 'string' ? body : '' };
}

/** Sends a page with its cookies. They are separate, because an object of headers can hold only one `Set-Cookie`. */
async function sendPage(answer: globalThis.Response, response: Response): Promise<void> {
  const cookies = answer.headers.getSetCookie();
  answer.headers.delete('set-cookie');
  if (cookies.length > 0) response.append('Set-Cookie', cookies);
  await sendWebResponse(answer, response);
}

function answerVisits(pages: WebPages, options: PageHostOptions): RequestHandler {
  const { limiter, turns, audit } = options;
  return async (request, response) => {
    const webRequest = toWebRequest(request, untilClosed(response).signal);
    const visitor = await findVisitor(pages, webRequest, { response, options });
    const owner = toOwner(visitor, request);
    if (visitor.caller) keepCaller(response, visitor.caller);
    const excess = limiter?.count(owner, response);
    const { form, refusal } = excess
      ? { form: undefined, refusal: toRefusal(excess) }
      : await readForm(owner, response, turns);
    await turns.begin(owner);
    if (response.closed) return;
    const visit: PageVisit = {
      form,
      caller: visitor.caller,
      refusal: visitor.refusal ?? refusal,
    };
    const answer = async (): Promise<void> => {
      audit?.note({ client: 'inbox' });
      await sendPage(await pages.answer(webRequest, visit), response);
    };
    await new Promise<void>((resolve, reject) => {
      const go = (): void => void answer().then(resolve, reject);
      if (audit) void resumeAudit(audit)(request, response, go);
      else go();
    });
  };
}

export function servePages(pages: WebPages, options: PageHostOptions): RequestHandler[] {
  const { audit } = options;
  return [
    refuseUnknownToWeb,
    ...(audit ? [auditRequests(audit)] : []),
    answerVisits(pages, options),
  ];
}
