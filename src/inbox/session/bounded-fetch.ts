import type { CustomFetch } from 'openid-client';

const MAX_BYTES = 1024 * 1024;

/** Fetches an answer of an authorization server. It takes at most 1 MiB, and follows no redirects. */
export const boundedFetch: CustomFetch = async (url, { body, headers, method, signal }) => {
  const response = await fetch(url, {
    headers,
    method,
    redirect: 'manual',
    ...(body !== undefined && body !== null && { body: body as NonNullable<RequestInit['body']> }),
    ...(signal && { signal }),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // An error ends the loop, which cancels the body.
    if (size > MAX_BYTES) throw new Error(`The answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const isEmpty = size === 0 || [204, 205, 304].includes(response.status);
  const { status, statusText, headers: answered } = response;
  return new Response(isEmpty ? undefined : Buffer.concat(chunks), {
    status,
    statusText,
    headers: answered,
  });
};
