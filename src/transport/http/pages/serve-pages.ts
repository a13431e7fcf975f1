/** Serves pages for people in an Express application: visitors, limits and bodies. */
import express, { type RequestHandler, type Response } from 'express';

import type { Refusal } from '../../../core/person/gate.js';
import type { PageRefusal, WebPages } from '../../../core/question/web-pages.js';
import { CLIENT_LIMITS } from '../../../core/value/client-limits.js';
import { onlyString } from '../../../core/value/only-string.js';
import { admit, type AdmissionOptions, type Entrance } from '../admission/admit.js';
import type { Excess } from '../limits/request-limiter.js';
import { type HttpTurns, takeTurns } from '../limits/take-turns.js';
import { sendReply, untilClosed } from '../request/send-reply.js';
import { countedOwner, visitOf } from '../request/visit.js';
import { fromWebResponse, toWebRequest } from '../request/web-exchange.js';

/** Type of forms without files. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** In a form, an answer can take three times as many bytes. */
const MAX_FORM_BYTES = CLIENT_LIMITS.form.most;
const parseForm: RequestHandler = express.text({
  type: FORM_TYPE,
  limit: MAX_FORM_BYTES,
  inflate: false,
});

const READS: readonly string[] = ['GET', 'HEAD'];

const TOO_LARGE: PageRefusal = { status: 413 };
const UNKNOWN_TYPE: PageRefusal = { status: 415 };

function toRefusal({ message, retryAfterS }: Excess): PageRefusal {
  return { status: 429, message, retryAfterS };
}

function fromGate({ status, headers }: Refusal): PageRefusal {
  const retryAfterS = Number(headers['Retry-After']);
  return { status, retryAfterS: retryAfterS > 0 ? retryAfterS : undefined };
}

/** Keeps the first refusal for the page that shows it. */
function note(response: Response, refusal: PageRefusal): boolean {
  visitOf(response).pageRefusal ??= refusal;
  return true;
}

/** Reads the form of a request, without decoding it. */
function readForm(turns: HttpTurns): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'POST' || visitOf(response).isExcess) {
      next();
      return;
    }
    const bytes = Number(request.headers['content-length'] ?? MAX_FORM_BYTES);
    const isForm = request.is(FORM_TYPE) !== false;
    if (!isForm || !(bytes <= MAX_FORM_BYTES)) {
      // Browsers read the answer only after they have sent the whole body.
      request.resume();
      note(response, isForm ? TOO_LARGE : UNKNOWN_TYPE);
      next();
      return;
    }
    let error: { readonly status?: number | undefined } | undefined;
    await turns.readLarge(countedOwner(response), async () => {
      if (response.closed) return;
      await new Promise<void>((resolve) => {
        response.once('close', resolve);
        parseForm(request, response, (problem?: unknown) => {
          error = problem as typeof error;
          resolve();
        });
      });
    });
    if (error) note(response, { status: error.status ?? 400 });
    if (!response.closed) next();
  };
}

/** The entrance of pages: they show refusals, and visitors without a token may sign in. */
function toEntrance(pages: WebPages, turns: HttpTurns): Entrance {
  return {
    present: async (request, response) => {
      const webRequest = toWebRequest(request, untilClosed(response).signal);
      // Otherwise requests for other pages could shut the sign-in to everybody of their address.
      if (pages.isSignIn(webRequest)) visitOf(response).purpose = 'who signs in';
      return pages.present(webRequest);
    },
    refuse: (response, refusal) => note(response, fromGate(refusal)),
    refuseExcess: (response, excess) => {
      visitOf(response).isExcess = true;
      return note(response, toRefusal(excess));
    },
    bodies: [readForm(turns), takeTurns(turns)],
  };
}

async function sendPage(page: globalThis.Response, response: Response): Promise<void> {
  const cookies = page.headers.getSetCookie();
  if (cookies.length > 0) response.append('Set-Cookie', cookies);
  await sendReply(fromWebResponse(page), response);
}

function answerVisits(pages: WebPages, { gate, audit }: AdmissionOptions): RequestHandler {
  return async (request, response) => {
    const webRequest = toWebRequest(request, untilClosed(response).signal);
    const { admitted, caller } = visitOf(response);
    const lacking = admitted && gate?.authorize(admitted.grant, []);
    if (lacking) note(response, fromGate(lacking));
    const body: unknown = request.body;
    audit?.note({ client: 'inbox' });
    const answer = await pages.answer(webRequest, {
      caller: lacking ? undefined : caller,
      refusal: visitOf(response).pageRefusal,
      form: onlyString(body),
    });
    await sendPage(answer, response);
  };
}

/** Serves files before admission, since they are the same for everybody: nobody is identified or counted. */
function serveFiles(pages: WebPages): RequestHandler {
  return async ({ method, path }, response, next) => {
    const file = READS.includes(method) ? await pages.file(path) : undefined;
    if (file) await sendPage(file, response);
    else next();
  };
}

export function servePages(
  pages: WebPages,
  options: AdmissionOptions,
  turns: HttpTurns,
): readonly RequestHandler[] {
  return [
    serveFiles(pages),
    ...admit(options, toEntrance(pages, turns)),
    answerVisits(pages, options),
  ];
}
