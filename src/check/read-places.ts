import type { Expression, Reading } from '../core/mapping/expression.js';
import { readsOf, type Text } from '../core/mapping/text.js';
import type { WorkflowSource } from '../core/mapping/workflow-source.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import type { DeclaredQuestion } from '../definition/tool/questions.js';

/** Names that a text or an expression reads. */
export interface PlacedReads {
  readonly path: readonly PropertyKey[];
  readonly reads: readonly Reading[];
}

/** A place where the server reads what a Workflow shows. */
export interface ReadPlace {
  readonly source: WorkflowSource;
  /** The place in words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  readonly reads: readonly PlacedReads[];
  /** Absent: status or progress. */
  readonly question?: DeclaredQuestion | undefined;
}

function toReads(
  path: readonly PropertyKey[],
  texts: Readonly<Record<string, Text | Expression | undefined>>,
): readonly PlacedReads[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    text ? [{ path: [...path, key], reads: 'parts' in text ? readsOf(text) : text.reads }] : [],
  );
}

export function readPlaces(tool: ToolDefinition): readonly ReadPlace[] {
  const { name, status, progress, questions } = tool;
  const pathOf = (key: string, index: number, all: readonly unknown[]): readonly PropertyKey[] => [
    ...['tools', name, key],
    ...(all.length > 1 ? [index] : []),
  ];
  return [
    ...status.map(({ source, text }, ...at) => {
      const path = pathOf('status', ...at);
      return { source, by: 'its status', path, reads: toReads(path, { text }) };
    }),
    ...progress.map(({ source, done, total, message }, ...at) => {
      const path = pathOf('progress', ...at);
      return { source, by: 'its progress', path, reads: toReads(path, { done, total, message }) };
    }),
    ...questions.declared.map((question) => {
      const { source, message, value, id, answerBy } = question;
      const path = ['tools', name, 'questions', question.name];
      return {
        source,
        by: `its question ${question.name}`,
        path: [...path, 'when'],
        reads: [
          ...toReads([...path, 'when'], { value, id }),
          ...toReads(path, { message, answerBy }),
        ],
        question,
      };
    }),
  ];
}
