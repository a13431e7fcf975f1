const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > MAX_BYTES) throw new Error(`The answer is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Requests a short answer of a configured server, such as an issuer. Limits: 5 seconds with its body, 1 MiB, no
 * redirects. The answer has been read when it is returned.
 *
 * @throws When the server does not answer within the limits.
 */
export async function fetchBounded(url: string, init: RequestInit = {}): Promise<Response> {
  const patience = new AbortController();
  // `AbortSignal.timeout` does not work here: Node.js 20 may collect it as garbage before it fires.
  const timer = setTimeout(() => {
    patience.abort(new Error(`There was no answer within ${TIMEOUT_MS} ms`));
  }, TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: patience.signal });
    const body = await readBounded(response.body);
    const { status, statusText, headers } = response;
    const isEmpty = body.byteLength === 0;
    return new Response(isEmpty ? undefined : body, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}
