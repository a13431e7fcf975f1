import { type Attributes, type Histogram, type Meter, metrics } from '@opentelemetry/api';

import type {
  CallObserver,
  Observer,
  ServedReply,
  ServedRequest,
} from '../../core/request/observer.js';

import {
  DurationName,
  type IsTool,
  OTHER,
  toReplyAttributes,
  toRequestAttributes,
} from './attributes.js';

/** Bounds of the MCP conventions, in seconds. */
const BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** Bounds from a second to 30 days, since questions may be open for weeks. */
const QUESTION_BUCKETS = [1, 10, 60, 300, 1_800, 3_600, 14_400, 86_400, 604_800, 2_592_000];

/** The counters and histograms of a server. */
export interface Measures extends Pick<Observer, 'task' | 'refused' | 'waits' | 'auditLost'> {
  readonly answered: (request: ServedRequest, reply: ServedReply, seconds: number) => void;
  readonly temporalCall: CallObserver['ended'];
}

const meter = (): Meter => metrics.getMeter('temporal-mcp-tasks');

function createSeconds(name: string, description: string, bounds = BUCKETS): Histogram {
  const advice = { explicitBucketBoundaries: bounds };
  return meter().createHistogram(name, { unit: 's', advice, description });
}

function createTaskMeasures(isTool: IsTool): Measures['task'] {
  const started = meter().createCounter('temporal_mcp.tasks.started', {
    description: 'Tasks that this server has started.',
  });
  const changes = meter().createCounter('temporal_mcp.task.status_changes', {
    description: 'Phases in which this server has first seen tasks.',
  });
  const asked = meter().createCounter('temporal_mcp.questions.asked', {
    description: 'Questions that this server has first seen.',
  });
  const stood = createSeconds(
    DurationName.question,
    'Time that questions were open, since this server saw them first.',
    QUESTION_BUCKETS,
  );
  const answers = meter().createCounter('temporal_mcp.answers', {
    description: 'Answers to questions, by outcome.',
  });
  const ofTool = ({ tool }: { readonly tool: string }): Attributes => ({
    'gen_ai.tool.name': isTool(tool) ? tool : OTHER,
  });
  return (news) => {
    switch (news.kind) {
      case 'created':
        started.add(1, { ...ofTool(news), 'mcp.protocol.version': news.protocolVersion });
        return;
      case 'changed':
        changes.add(1, { ...ofTool(news), 'temporal_mcp.task.phase': news.phase });
        return;
      case 'asked':
        asked.add(1, ofTool(news));
        return;
      case 'closed':
        stood.record(news.seconds, ofTool(news));
        return;
      case 'answered': {
        const { questions, outcome } = news;
        answers.add(Math.max(questions.length, 1), { 'temporal_mcp.answer.outcome': outcome });
      }
    }
  };
}

/**
 * Creates the instruments, once per process. MCP's instruments follow its conventions; others have this package's
 * prefix.
 */
export function createMeasures(isTool: IsTool): Measures {
  const operations = createSeconds(
    DurationName.operation,
    'Duration of an MCP request as the server sees it.',
  );
  const calls = createSeconds(
    DurationName.temporalRequest,
    'Duration of a call to Temporal, with its retries.',
  );
  const waits = meter().createUpDownCounter('temporal_mcp.waits.open', {
    description: 'Waits for tasks that are open.',
  });
  const refusals = meter().createCounter('temporal_mcp.requests.refused', {
    description: 'HTTP requests that were refused before they were read, by status.',
  });
  const lost = meter().createCounter('temporal_mcp.audit.lost', {
    description: 'Records of the audit log that could not be written.',
  });
  return {
    answered: (request, reply, seconds) => {
      const attributes = { ...toRequestAttributes(request, isTool), ...toReplyAttributes(reply) };
      operations.record(seconds, attributes);
    },
    temporalCall: (operation, code, seconds) => {
      const attributes = { 'rpc.method': operation, 'rpc.response.status_code': String(code) };
      calls.record(seconds, attributes);
    },
    task: createTaskMeasures(isTool),
    waits: () => {
      waits.add(1);
      return () => {
        waits.add(-1);
      };
    },
    refused: (status) => {
      refusals.add(1, { 'http.response.status_code': status });
    },
    auditLost: () => {
      lost.add(1);
    },
  };
}
