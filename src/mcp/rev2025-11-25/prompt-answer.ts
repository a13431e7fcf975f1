import type { HttpService } from './http-service.js';
import { type MethodRequest, type RequestEnds, runRequest } from './methods/run-request.js';
import { answerEnded } from './wire/http-response.js';

/** What clients ask for often, or start tasks with. The SDK answers what they ask for once in a session. */
const PROMPT_METHODS = [
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/list',
  'tasks/cancel',
] as const;
type PromptMethod = (typeof PROMPT_METHODS)[number];

/** A request that is answered at once, with nothing before its answer. */
export type PromptRequest = MethodRequest<PromptMethod>;

/** Whether requests for a method are answered here. */
export function isPromptMethod(
  method: string,
  { canList }: HttpService['binding'],
): method is PromptMethod {
  return PROMPT_METHODS.includes(method as PromptMethod) && (canList || method !== 'tasks/list');
}

/** Answers a request with one JSON body. */
export async function answerPromptly(
  request: PromptRequest,
  ends: Omit<RequestEnds, 'send'>,
  service: HttpService,
): Promise<Response> {
  // Nothing can go before the one body.
  const running = runRequest(request, { ...ends, send: async () => Promise.resolve() }, service);
  if (!running) return answerEnded(service.open);
  const { signal, answer, end } = running;
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  const message = await Promise.race([ended, answer]);
  end();
  return message ? Response.json({ jsonrpc: '2.0', ...message }) : answerEnded(service.open);
}
