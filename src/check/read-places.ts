import type { WorkflowSource } from '../core/mapping/workflow-source.js';
import type { ToolDefinition, ToolLeaf } from '../core/tool/tool-definition.js';
import type { DeclaredQuestion } from '../definition/tool/questions.js';

/** A place where the server reads what a Workflow shows. */
export interface ReadPlace {
  readonly source: WorkflowSource;
  /** The place in words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  /** The texts and expressions beside it. */
  readonly leaves: readonly ToolLeaf[];
  /** Absent: status or progress. */
  readonly question?: DeclaredQuestion | undefined;
}

export function readPlaces(tool: ToolDefinition): readonly ReadPlace[] {
  const above = ['tools', tool.name];
  const leavesBelow = (...place: readonly PropertyKey[]): readonly ToolLeaf[] =>
    tool.leaves
      .filter(({ path }) => place.every((key, depth) => path[depth] === key))
      .map(({ path, reads }) => ({ path: [...above, ...path], reads }));
  const states = (['status', 'progress'] as const).flatMap((key) =>
    tool[key].map(({ source }, index, all): ReadPlace => {
      // A single place may stand without a list.
      const place = all.length > 1 ? [key, index] : [key];
      const path = [...above, ...place];
      return { source, by: `its ${key}`, path, leaves: leavesBelow(...place) };
    }),
  );
  const questions = tool.questions.declared.map((question): ReadPlace => {
    const { source, name } = question;
    const leaves = leavesBelow('questions', name);
    const path = [...above, 'questions', name, 'when'];
    return { source, by: `its question ${name}`, path, leaves, question };
  });
  return [...states, ...questions];
}
