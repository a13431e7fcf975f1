import type { HttpSide, ServerIdentity } from '../generation.js';

import { answerPost } from './answer-post.js';
import type { TasksBinding } from './binding.js';
import type { HttpService } from './http-service.js';
import { createMethods } from './methods/methods.js';
import { answerGet } from './streams/answer-get.js';
import { OpenExchanges } from './streams/open-exchanges.js';
import { refuseMethod } from './wire/http-response.js';

/** This generation over Streamable HTTP. */
export interface Http extends HttpSide {
  /** Ends the standing streams, and what waits for somebody before it starts. */
  readonly drain: () => Promise<void>;
  /** Ends what is open. */
  readonly close: () => Promise<void>;
}

/**
 * The Streamable HTTP endpoint of this generation.
 *
 * No session is kept and none is needed: each POST is answered by a server of its own, so any replica can answer any
 * request, and a restart loses nothing. What may take its time is answered without one. A GET with a session opens a standing stream; there is no session to DELETE.
 */
export function createHttp(identity: ServerIdentity, binding: TasksBinding): Http {
  const service: HttpService = {
    identity,
    binding,
    methods: createMethods(binding),
    connection: {
      askAgainAfterMs: binding.askAgainAfterMs,
      onTaskKnown: ({ taskId }, { session }) => {
        if (session !== undefined) binding.readTasks.add(session, taskId);
      },
    },
    open: new OpenExchanges(),
  };
  return {
    // What other generations leave: also requests of revisions that nobody has, for the SDK to refuse.
    serves: () => true,
    answer: async (request, exchange) => {
      switch (request.method) {
        case 'POST':
          return answerPost(request, exchange, service);
        case 'GET':
          return answerGet(request, exchange, service);
        default:
          return refuseMethod();
      }
    },
    drain: async () => {
      service.open.drain();
      binding.desk.beforeStart.close();
      return Promise.resolve();
    },
    close: async () => {
      service.open.close();
      return Promise.resolve();
    },
  };
}
