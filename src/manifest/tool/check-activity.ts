/** Checks of tools whose work is a Standalone Activity: it runs by itself, so nothing reaches it but a cancellation. */
import { sourcesOf } from '../../definition/tool/source.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { ToolSource } from './tool-schema.js';

const NO_QUESTIONS =
  'An Activity can\'t be asked: write a Workflow, or ask before the start, by "confirm" or a question without "when".';

/** Finds keys that only a tool with a Workflow can have, with the reason. */
function findKeysOfWorkflows({
  questions = {},
  access,
  cancel,
  status,
  progress,
}: ToolSource): readonly (readonly [path: readonly PropertyKey[], message: string])[] {
  const places = Object.entries({ status, progress }).flatMap(([name, written]) =>
    sourcesOf(written).map(({ kind, path }) => ({ kind, path: [name, ...path] })),
  );
  return [
    ...Object.entries(questions).flatMap(([name, { when }]) =>
      when ? [[['questions', name, 'when'], NO_QUESTIONS] as const] : [],
    ),
    ...(access?.approvers ? [[['access', 'approvers'], NO_QUESTIONS] as const] : []),
    ...(typeof cancel?.signal === 'string'
      ? [
          [
            ['cancel', 'signal'],
            'An Activity gets no Signals: leave it out. A heartbeat tells it of a cancellation.',
          ] as const,
        ]
      : []),
    ...places.flatMap(({ kind, path }) =>
      kind === 'heartbeat'
        ? []
        : [[path, 'An Activity shows only its heartbeat: write "heartbeat: true".'] as const],
    ),
  ];
}

export function checkActivity(source: ToolSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const { start } = source;
  if (start.kind !== 'activity') return [];
  const isLimited = (start.startToCloseTimeout ?? start.scheduleToCloseTimeout) != null;
  const message =
    'Missing: a startToCloseTimeout or a scheduleToCloseTimeout, here or under "defaults.activity". Temporal requires one of them.';
  return [
    ...(isLimited ? [] : [{ path: [...path, 'activity'], message }]),
    ...findKeysOfWorkflows(source).map(([keys, why]) => ({
      path: [...path, ...keys],
      message: why,
    })),
  ];
}
