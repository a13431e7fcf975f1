import { parseForeignJson } from '../../../core/value/foreign-json.js';
import { isDeeper, MAX_MESSAGE_DEPTH } from '../../../core/value/json-bounds.js';
import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { JobReply } from '../../contract/job-reply.js';

import type { CallSecrets } from './call-secrets.js';

/** Headers with the address of a job. Only those of the first may be relative, by their documents. */
const ADDRESSES = new Set(['location', 'operation-location', 'azure-asyncoperation']);

/** An absolute address stays as it is, byte for byte. */
function toAbsolute(address: string, url: URL): string {
  return URL.canParse(address) || !URL.canParse(address, url.href)
    ? address
    : new URL(address, url).href;
}

function toBody(text: string): Pick<JobReply, 'body' | 'isText'> {
  if (text.trim() === '') return { body: null, isText: false };
  try {
    const { value: body } = parseForeignJson(text);
    // Deeper JSON exhausts the stack of what reads it.
    if (!isDeeper(body, MAX_MESSAGE_DEPTH)) return { body, isText: false };
  } catch {
    // It isn't JSON, whatever its type says.
  }
  return { body: text, isText: true };
}

/** The text of a reply in the charset that it names, UTF-8 if it names none or an unknown one. */
function decode({ body, headers, isCut }: OutgoingReply): string {
  if (isCut) return '';
  const [, charset] = /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/**
 * @param url The address that has answered.
 * @param secrets They are masked. Absent: the reply stays in the Worker.
 */
export function toJobReply(reply: OutgoingReply, url: URL, secrets?: CallSecrets): JobReply {
  const { body, isText } = toBody(decode(reply));
  const headers = Object.entries(reply.headers).flatMap(([name, value]) => {
    // Cookies are credentials.
    if (value === undefined || name === 'set-cookie') return [];
    const text = [value].flat().join(', ');
    const whole = ADDRESSES.has(name) ? toAbsolute(text, url) : text;
    return [[name, secrets?.mask(whole) ?? whole] as const];
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(headers),
    body: secrets ? secrets.mask(body) : body,
    isText,
    isTooLarge: reply.isCut,
  };
}
