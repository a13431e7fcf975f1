import { JobFailureType } from '../../core/job/job-contract.js';
import { JobFailure } from '../../core/job/job-errors.js';
import type { PreparedRequest } from '../../core/job/job-reply.js';
import type { JobBody, JobRequest, JobSpec } from '../../core/job/job-spec.js';
import { toJson } from '../../core/value/exact-json.js';

import { fillTexts, fillTree, fillUrl, toFields } from './fill-template.js';
import type { Compile, JobScope } from './job-scope.js';

/** The characters of header values. A line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function toHeaders(
  templates: Readonly<Record<string, string>>,
  scope: JobScope,
): Record<string, string> {
  const headers = fillTexts(templates, scope).map(([name, value]) => {
    if (HEADER_VALUE.test(value)) return [name.toLowerCase(), value];
    const message = `The value for the header ${name} has characters that a header cannot carry.`;
    throw new JobFailure(JobFailureType.refused, message);
  });
  return Object.fromEntries(headers) as Record<string, string>;
}

interface EncodedBody {
  readonly body: string | Uint8Array;
  readonly type: string;
}

async function encodeBody(
  { kind, content }: JobBody,
  scope: JobScope,
  compile: Compile,
): Promise<EncodedBody> {
  const filled = await fillTree(content, scope, compile);
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

/**
 * Fills in a request of a declaration.
 *
 * @throws {JobFailure} If a value cannot stand where the declaration puts it.
 */
export async function prepareRequest(
  request: JobRequest,
  {
    tool,
    spec,
    scope,
    compile,
  }: { tool: string; spec: JobSpec; scope: JobScope; compile: Compile },
): Promise<PreparedRequest> {
  const { method, body } = request;
  const url = fillUrl(request.url, spec.base, scope);
  const query = new URLSearchParams(fillTexts(request.query ?? {}, scope)).toString();
  const encoded = body && (await encodeBody(body, scope, compile));
  return {
    tool,
    method,
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers: {
      ...(encoded && { 'content-type': encoded.type }),
      ...toHeaders({ ...spec.headers, ...request.headers }, scope),
    },
    ...(encoded && { body: encoded.body }),
  };
}
