import { CANCEL_SIGNAL } from '../../core/contract.js';
import type { AnswerMessage } from '../../core/question/declared-question.js';
import type { ActionCatalog } from '../../core/task/task-action.js';
import type { MessageKind } from '../../core/task/task-message.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

import type { SampleArguments } from './compare-arguments.js';
import { toLaidOutSample, toSampleArguments } from './sample-arguments.js';

/** A Query, Signal or Update that a manifest counts on. */
export interface NeededHandler {
  readonly kind: MessageKind;
  readonly name: string;
  /** The place in the manifest, in words: `question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  /** True where the server reads a state, which only a Query gives. */
  readonly isRead?: boolean;
  /** Sample arguments, as the handler would get them. Absent: it gets none, or they are unknown. */
  readonly sample?: () => Promise<SampleArguments | undefined>;
}

function handlersOfQuestions({ name: tool, questions = [] }: ToolDefinition): NeededHandler[] {
  return questions.flatMap(({ name, source, schema, answer, decline }) => {
    const by = `its question ${name}`;
    const path = ['tools', tool, 'questions', name];
    const toNeeded = (key: string, message: AnswerMessage): NeededHandler => ({
      kind: message.kind,
      name: message.name,
      by,
      path: [...path, key],
      sample: async () => toLaidOutSample({ ...schema }, message.layout),
    });
    return [
      ...(source.kind === 'query'
        ? [
            {
              kind: source.kind,
              name: source.name,
              by,
              path: [...path, 'when', 'from'],
              isRead: true,
            },
          ]
        : []),
      toNeeded('answer', answer),
      ...(decline ? [toNeeded('decline', decline)] : []),
    ];
  });
}

/** Handlers that a tool itself needs. */
export function handlersOfTool(tool: ToolDefinition): NeededHandler[] {
  const { name: toolName, start, statusFrom = [], progressFrom = [], inputSchema } = tool;
  const { cancelSignal } = tool;
  const path = ['tools', toolName];
  const message = start?.message;
  const sources = [
    ...statusFrom.map(({ source }) => ({ source, key: 'status' })),
    ...progressFrom.map(({ source }) => ({ source, key: 'progress' })),
  ];
  return [
    ...(message
      ? [
          {
            kind: message.kind,
            name: message.name,
            by: 'startWith',
            path: [...path, 'workflow', 'startWith'],
            sample: async () => toLaidOutSample(inputSchema, message.layout),
          },
        ]
      : []),
    ...sources.flatMap(({ source, key }) =>
      source.kind === 'query'
        ? [
            {
              kind: source.kind,
              name: source.name,
              by: `its ${key}`,
              path: [...path, key, 'from'],
              isRead: true,
            },
          ]
        : [],
    ),
    ...handlersOfQuestions(tool),
    // The default Signal is for Workflows that follow the contract, and harmless for others.
    ...(cancelSignal === null || cancelSignal === CANCEL_SIGNAL
      ? []
      : [
          {
            kind: 'signal' as const,
            name: cancelSignal,
            by: 'its cancel',
            path: [...path, 'cancel', 'signal'],
          },
        ]),
  ];
}

/** Handlers that the actions of a Workflow Type need. */
export function handlersOfActions(
  actions: ActionCatalog | undefined,
  workflowType: string,
): NeededHandler[] {
  return [...(actions ?? new Map<string, never>()).values()]
    .filter((action) => action.workflowType === workflowType)
    .map((action) => ({
      kind: action.message.kind,
      name: action.message.name,
      by: `the action ${action.name}`,
      path: ['actions', action.name],
      sample: async () => toSampleArguments(action),
    }));
}
