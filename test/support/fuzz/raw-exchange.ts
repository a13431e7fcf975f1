/** HTTP requests with any body. */
import { Agent, type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';

import { parseBody, type RawMessage } from '../raw-mcp.js';

/** Time limit of an answer, in milliseconds. */
const HANG_MS = 20_000;
/** Time to read a stream that may stay open, in milliseconds. */
const STANDING_MS = 60;

/** A request. */
export interface RawExchange {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the answer may be a stream that stays open. */
  readonly mayStand: boolean;
}

/** The answer to a request. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly messages: readonly RawMessage[];
}

/** True if a stream has brought the response or a question, after which the client leaves it. */
function isOver(text: string): boolean {
  return parseBody(text.slice(0, text.lastIndexOf('\n\n') + 1), 'text/event-stream').some(
    (message) => 'id' in message,
  );
}

async function readText(response: IncomingMessage, mayStand: boolean): Promise<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  let text = '';
  const standing =
    isStream && mayStand ? setTimeout(() => response.destroy(), STANDING_MS) : undefined;
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk);
      if (isStream && isOver(text)) break;
    }
  } catch (error) {
    if (!(isStream && mayStand)) throw error;
  } finally {
    clearTimeout(standing);
  }
  return text;
}

/** Sends requests over kept-alive connections. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws {Error} If no answer comes within 20 s, or if it is unreadable. */
  async exchange({ body, headers, mayStand }: RawExchange): Promise<RawAnswer> {
    const sent: ClientRequest = sendRequest(this.#url, {
      agent: this.#agent,
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
    });
    const patience = setTimeout(() => {
      sent.destroy(new Error(`There was no answer within ${HANG_MS} ms.`));
    }, HANG_MS);
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve).on('error', reject);
        sent.end(body);
      });
      const text = await readText(response, mayStand);
      const type = response.headers['content-type'] ?? null;
      const { statusCode: status = 0 } = response;
      return { status, headers: response.headers, messages: parseBody(text, type) };
    } finally {
      clearTimeout(patience);
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
