import type { CallObserver } from '../../core/call-observer.js';
import type { Observer } from '../../core/observer.js';

import { createMeasures } from './metrics.js';
import { type KnownNames, taskIdOf } from './request-attributes.js';
import { activeTraceparent, linkToCreation, nameTask, traceMessage, withSpan } from './spans.js';

/** An observer that also sees calls to Temporal. */
export interface OtelObserver extends Observer {
  readonly calls: CallObserver;
}

interface OpenSession {
  readonly openedAtMs: number;
  readonly protocolVersion: string;
}

/** Seconds since a moment on the clock of `performance.now()`. */
function secondsSince(ms: number): number {
  return (performance.now() - ms) / 1_000;
}

/** Creates an observer that traces and measures with the process's OpenTelemetry SDK. */
export function createOtelObserver(known: KnownNames): OtelObserver {
  const measures = createMeasures(known);
  const sessions = new Map<string, OpenSession>();

  return {
    request: async (request, answer) => {
      const startedAtMs = performance.now();
      const reply = await withSpan(request, known, async () => {
        const taskId = taskIdOf(request);
        if (taskId !== undefined) nameTask(taskId);
        return answer();
      });
      measures.answered(request, reply, secondsSince(startedAtMs));
      return reply;
    },
    task: (news) => {
      if (news.kind === 'created') nameTask(news.taskId);
      measures.task(news);
    },
    refused: measures.refused,
    waits: measures.waits,
    auditLost: measures.auditLost,
    concerns: linkToCreation,
    traceparent: activeTraceparent,
    // Sessions over HTTP are not measured, since their end is unknown.
    sessionBegan: (session, protocolVersion) => {
      sessions.set(session, { openedAtMs: performance.now(), protocolVersion });
    },
    sessionEnded: (session) => {
      const open = sessions.get(session);
      if (!open) return;
      sessions.delete(session);
      measures.sessionEnded(open.protocolVersion, secondsSince(open.openedAtMs));
    },
    calls: { trace: traceMessage, ended: measures.temporalCall },
  };
}
