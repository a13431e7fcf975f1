import type { Compiler } from '../../../core/mapping/text.js';
import { toJson } from '../../../core/value/exact-json.js';
import { withoutUndefined } from '../../../core/value/members.js';
import type { JobCall, JobStageCall } from '../../contract/job-contract.js';
import { JobFault } from '../../contract/job-errors.js';
import type { PreparedRequest } from '../../contract/job-reply.js';
import { BODY_KINDS, type JobRequest } from '../../contract/job-spec.js';

import { fillContent, fillTexts, fillUrl, toFields } from './fill-template.js';
import type { JobScope } from './job-scope.js';

/** The characters of header values. A line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

async function toHeaders(
  templates: Readonly<Record<string, string>>,
  scope: JobScope,
  compiler: Compiler,
): Promise<Record<string, string>> {
  const filled = await fillTexts(templates, scope, compiler);
  const headers = filled.map(([name, value]) => {
    if (HEADER_VALUE.test(value)) return [name.toLowerCase(), value];
    const message = `The value for the header ${name} has characters that a header cannot carry.`;
    throw new JobFault('unusable', message);
  });
  return Object.fromEntries(headers) as Record<string, string>;
}

interface EncodedBody {
  readonly body: string | Uint8Array;
  readonly type: string;
}

async function encodeBody(
  request: JobRequest,
  scope: JobScope,
  compiler: Compiler,
): Promise<EncodedBody | undefined> {
  const kind = BODY_KINDS.find((one) => request[one] !== undefined);
  const content = kind && request[kind];
  if (content === undefined) return undefined;
  const filled = await fillContent(content, scope, compiler);
  if (kind === 'json') return { body: toJson(filled) ?? 'null', type: 'application/json' };
  const fields = toFields(filled);
  if (kind === 'form') {
    const body = new URLSearchParams(fields).toString();
    return { body, type: 'application/x-www-form-urlencoded' };
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { body: new Uint8Array(await encoded.arrayBuffer()), type };
}

export interface Preparation {
  readonly call: Pick<JobCall, 'tool' | 'spec'>;
  readonly from: JobStageCall['from'];
  readonly scope: JobScope;
  readonly compiler: Compiler;
}

/**
 * Fills in a request of a declaration.
 *
 * @throws {JobFault} If a value cannot stand where the declaration puts it.
 */
export async function prepareRequest(
  request: JobRequest,
  { call: { tool, spec }, from, scope, compiler }: Preparation,
): Promise<PreparedRequest> {
  const { method } = request;
  const url = await fillUrl(request.url, { base: spec.base, from }, { scope, compiler });
  const query = new URLSearchParams(
    await fillTexts(request.query ?? {}, scope, compiler),
  ).toString();
  const encoded = await encodeBody(request, scope, compiler);
  return {
    tool,
    method,
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: {
      ...withoutUndefined({ 'content-type': encoded?.type }),
      ...(await toHeaders({ ...spec.headers, ...request.headers }, scope, compiler)),
    },
    body: encoded?.body,
  };
}
