import type { WorkflowSource } from '../core/mapping/workflow-source.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';

interface ReadPlace {
  readonly source: WorkflowSource;
  /** The place in words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
}

export function readPlaces(tool: ToolDefinition): ReadPlace[] {
  const { name, status, progress, questions } = tool;
  const path = ['tools', name];
  return [
    ...status.map(({ source }) => ({
      source,
      by: 'its status',
      path: [...path, 'status', 'from'],
    })),
    ...progress.map(({ source }) => ({
      source,
      by: 'its progress',
      path: [...path, 'progress', 'from'],
    })),
    ...questions.declared.map(({ source, name: question }) => ({
      source,
      by: `its question ${question}`,
      path: [...path, 'questions', question, 'when', 'from'],
    })),
  ];
}
