import type { DeclaredQuestion } from '../../../core/question/declared-question.js';
import { argumentAt } from '../../../core/tool/call-arguments.js';
import { pathsIn } from '../../../core/tool/fill-in.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { WorkflowSource } from '../../../core/tool/workflow-source.js';

/** The required kind of a member's value. */
export type Wanted = 'anything' | 'text' | 'number';

/** A member that a manifest counts on. */
export interface DeclaredMember {
  /** Path of the member. Absent: the whole value. */
  readonly path?: string | undefined;
  readonly wanted: Wanted;
  /** Manifest keys below the place. */
  readonly keys: readonly PropertyKey[];
  /** Maximum of the number at this member. Absent: no maximum. */
  readonly limit?: number;
}

/** A place in a manifest that reads a Workflow, with the members that it counts on. */
export interface DeclaredPlace {
  readonly source: WorkflowSource;
  /** The place in words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  readonly members: readonly DeclaredMember[];
  /** The condition of a question: it is asked while a member has one of these values. */
  readonly is?: { readonly path?: string | undefined; readonly values: readonly unknown[] };
}

/** Returns true for a member of the Workflow's value, and false for an argument of the call. */
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

/** Returns all places of a tool that read its Workflow. */
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
