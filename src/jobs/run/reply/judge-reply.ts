import { isRecord } from '../../../core/value/is-record.js';
import { readMember } from '../../../core/value/member-path.js';
import { HIDDEN, toLine } from '../../../core/value/quote.js';
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

/** A text of a service with its lines, without other characters that nobody sees. */
export function toPlainText(text: string): string {
  const toVisible = (character: string): string => (/[\n\t]/.test(character) ? character : '');
  return text.replaceAll(ESCAPES, '').replaceAll(HIDDEN, toVisible).trim();
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

/** Where a reply sends the client, which a start does not follow. */
function redirectOf({ status, headers: { location = '' } }: JobReply): string {
  if (status < 300 || status > 399 || !URL.canParse(location)) return '';
  return `, and redirects to ${new URL(location).host}`;
}

/** Says how a service has answered, in its own words where it gives them. */
export function describeReply(reply: JobReply): string {
  const complaint = complaintOf(reply);
  const status = `The service has answered with status ${reply.status}${redirectOf(reply)}`;
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

export function judgeReply(request: JobRequest, reply: JobReply): Judgement {
  const { status } = reply;
  if (isAccepted(request, status)) return { kind: 'counts' };
  const reason = describeReply(reply);
  if (isLimited(reply) || TEMPORARY.includes(status)) return { kind: 'temporary', reason };
  if (isDenied(reply)) return { kind: 'denied', reason };
  return { kind: GONE.includes(status) ? 'unknown' : 'refused', reason };
}
