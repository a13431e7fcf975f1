import { isRecord } from '../../../core/value/is-record.js';
import { readMember } from '../../../core/value/member-path.js';
import { showHidden, toLine } from '../../../core/value/quote.js';
import type { JobCall } from '../../contract/job-contract.js';
import type { JobReply } from '../../contract/job-reply.js';
import type { JobRequest } from '../../contract/job-spec.js';

import { isUsedUp, readWait } from './pace.js';

const MAX_LENGTH = 1_000;
/** Maximum length of a reply that is quoted because it has no words of an error, in characters. */
const MAX_QUOTED_LENGTH = 300;

/** Statuses after which the same request may have another answer. */
const TEMPORARY: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
const GONE: readonly number[] = [404, 410];

export type Judgement =
  | { readonly kind: 'counts' }
  /** `denied`: the credentials are refused, which may be renewed meanwhile. */
  | { readonly kind: 'temporary' | 'unknown' | 'denied' | 'refused'; readonly reason: string };

/** Members with the words of an error, in the formats of common services. */
const COMPLAINTS = ['message', 'error.message', 'error', 'detail', 'title', 'errorMessage'];

/** Colours and movements of a terminal. */
const ESCAPES = /\p{Cc}\[[\d;?]*[A-Za-z]/gu;

/** A text of a service with its lines and without its colours, in which hidden characters are seen. */
export function toPlainText(text: string): string {
  return showHidden(text.replaceAll(ESCAPES, '')).trim();
}

/** A text of a service as one short line, without control characters. */
export function toPlainLine(text: string): string {
  return toLine(text, MAX_LENGTH).trim();
}

/** The words of an error in the formats of common services, else the beginning of the reply. */
function complaintOf({ body, isText }: JobReply): string | undefined {
  for (const path of COMPLAINTS) {
    const text = readMember(body, path);
    if (typeof text === 'string' && text.trim() !== '') return toPlainLine(text);
  }
  // A page is for people with a browser.
  if (isText && /^\s*</.test(String(body))) return undefined;
  const isEmpty = body === null || (isRecord(body) && Object.keys(body).length === 0);
  return isEmpty ? undefined : toLine(body, MAX_QUOTED_LENGTH).trim();
}

/** Where a reply sends the client, which only requests for results follow. */
function redirectOf({ status, headers: { location = '' } }: JobReply): URL | undefined {
  const isRedirect = status >= 300 && status < 400 && URL.canParse(location);
  return isRedirect ? new URL(location) : undefined;
}

/** True for a page of HTML, which people read with a browser. */
export function isPage({ body, isText }: JobReply): boolean {
  return isText && /^\s*<(?:!doctype html|html)/i.test(String(body));
}

/** Marks of a page where people sign in: a field for a password, or a title. */
const SIGN_IN_PAGE =
  /<input[^>]*type=["']?password|<(?:title|h1)[^>]*>[^<]*(?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?[io]n)/i;
const SIGN_IN_PATH = /\/(?:log[-_]?in|log[-_]?on|sign[-_]?in|sso|saml|oauth2?|auth)(?:\/|$)/i;

/** True if a request declares the kind of its reply, which may be a page. */
function wantsOther({ headers = {} }: JobRequest): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'accept');
}

/** True for a page in the place of JSON. */
export function isUnwantedPage(request: JobRequest, reply: JobReply): boolean {
  return isPage(reply) && !wantsOther(request);
}

/**
 * True if a proxy in front of the service wants somebody to sign in: its session, or the credentials, have expired.
 *
 * @param url The address of the request.
 */
function isSignIn(request: JobRequest, reply: JobReply, url: string): boolean {
  if (isAccepted(request, reply.status)) {
    return isUnwantedPage(request, reply) && SIGN_IN_PAGE.test(String(reply.body));
  }
  const to = redirectOf(reply);
  if (!to) return false;
  return SIGN_IN_PATH.test(to.pathname) || (URL.canParse(url) && new URL(url).host !== to.host);
}

/** Says how a service has answered, in its own words where it gives them. */
export function describeReply(reply: JobReply): string {
  const complaint = complaintOf(reply);
  const to = redirectOf(reply);
  const place = to ? `, and redirects to ${to.host}${toLine(to.pathname)}` : '';
  const status = `The service has answered with status ${reply.status}${place}`;
  return complaint === undefined ? status : `${status}: ${complaint}`;
}

export function isAccepted({ accept }: JobRequest, status: number): boolean {
  return accept ? accept.includes(status) : status >= 200 && status < 300;
}

/** True for a refusal that holds for now only: a limit of calls. The service has not done what was asked. */
export function isLimited({ status, headers }: JobReply): boolean {
  if (status === 429) return true;
  return status === 403 && (isUsedUp(headers) || readWait(headers) !== undefined);
}

/** Time in which refused credentials may be renewed, in milliseconds. */
const RENEWAL_MS = 10 * 60_000;

/** @param sinceMs Time of the first refusal, in milliseconds of the epoch. */
export function isDeniedForGood({ spec }: Pick<JobCall, 'spec'>, sinceMs: number): boolean {
  return Date.now() - sinceMs > Math.min(RENEWAL_MS, spec.unreachableFor);
}

/** AWS's word for credentials whose time is over. */
const EXPIRED = /\bExpiredToken(?:Exception)?\b/;

function isDenied({ status, headers, body }: JobReply): boolean {
  if (status === 401) return true;
  if (status !== 400 && status !== 403) return false;
  const words = [headers['x-amzn-errortype'], readMember(body, '__type'), body];
  return words.some((word) => typeof word === 'string' && EXPIRED.test(word));
}

/** @param url The address of the request. Absent: a redirect to another host isn't known as such. */
export function judgeReply(request: JobRequest, reply: JobReply, url = ''): Judgement {
  const { status } = reply;
  if (isSignIn(request, reply, url)) {
    const reason = isPage(reply)
      ? 'The service has answered with a page to sign in'
      : describeReply(reply);
    return { kind: 'denied', reason };
  }
  if (isAccepted(request, status)) return { kind: 'counts' };
  const reason = describeReply(reply);
  if (isLimited(reply) || TEMPORARY.includes(status)) return { kind: 'temporary', reason };
  if (isDenied(reply)) return { kind: 'denied', reason };
  return { kind: GONE.includes(status) ? 'unknown' : 'refused', reason };
}
