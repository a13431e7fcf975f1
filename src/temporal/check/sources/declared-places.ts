import type { DeclaredQuestion } from '../../../core/question/declared-question.js';
import { argumentAt } from '../../../core/tool/call-arguments.js';
import { pathsIn } from '../../../core/tool/fill-in.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { WorkflowSource } from '../../../core/tool/workflow-source.js';

/** The kind of value that a member has to have. */
export type Wanted = 'anything' | 'text' | 'number';

/** A member that a manifest counts on. */
export interface DeclaredMember {
  /** Absent: the value as a whole. */
  readonly path?: string | undefined;
  readonly wanted: Wanted;
  /** Of the manifest, from the place on. */
  readonly keys: readonly PropertyKey[];
  /** No number there is greater. Absent: any may be. */
  readonly limit?: number;
}

/** A place in a manifest that reads a Workflow, with the members that it counts on. */
export interface DeclaredPlace {
  readonly source: WorkflowSource;
  /** In words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  readonly members: readonly DeclaredMember[];
  /** Of a question: it is asked while a member is one of these. */
  readonly is?: { readonly path?: string | undefined; readonly values: readonly unknown[] };
}

/** Returns true for a member of the Workflow's value. The arguments of the call are no part of that. */
function isMember(path: string): boolean {
  return argumentAt(path) === undefined;
}

function membersOfText(text: string | undefined, key: string): DeclaredMember[] {
  const paths = new Set(pathsIn(text ?? '').filter(isMember));
  return Array.from(paths, (path) => ({ path, wanted: 'anything', keys: [key] }));
}

function ofQuestion(
  { name, source, path, is, idPath, message }: DeclaredQuestion,
  tool: string,
): DeclaredPlace {
  return {
    source,
    by: `its question ${name}`,
    path: ['tools', tool, 'questions', name],
    members: [
      { path, wanted: 'anything', keys: ['when', 'from'] },
      ...(idPath === undefined
        ? []
        : [{ path: idPath, wanted: 'anything' as const, keys: ['when', 'id'] }]),
      ...membersOfText(message, 'message'),
    ],
    ...(is && { is: { path, values: is } }),
  };
}

/** All places of a tool that read its Workflow. */
export function placesOf(tool: ToolDefinition): DeclaredPlace[] {
  const { name, statusFrom = [], progressFrom = [], questions = [] } = tool;
  return [
    ...statusFrom.map(({ source, path, text }) => ({
      source,
      by: 'its status',
      path: ['tools', name, 'status'],
      members: [
        { path, wanted: text === undefined ? ('text' as const) : ('anything' as const), keys: [] },
        ...membersOfText(text, 'text'),
      ],
    })),
    ...progressFrom.map(({ source, path, total, messagePath }) => ({
      source,
      by: 'its progress',
      path: ['tools', name, 'progress'],
      members: [
        {
          path,
          wanted: 'number' as const,
          keys: [],
          ...(typeof total === 'number' && { limit: total }),
        },
        ...(typeof total === 'string' && isMember(total)
          ? [{ path: total, wanted: 'number' as const, keys: ['total'] }]
          : []),
        ...(messagePath === undefined
          ? []
          : [{ path: messagePath, wanted: 'text' as const, keys: ['message'] }]),
      ],
    })),
    ...questions.map((question) => ofQuestion(question, name)),
  ];
}
