/** Status and progress of a Workflow that knows nothing of MCP, from what it shows anyway. */
import type { TaskProgress } from '../contract.js';
import { cutText } from '../value/cut-text.js';
import { readMember } from '../value/member-path.js';

import { fillInRead, type ReadValue, readPlace } from './call-arguments.js';
import type { WorkflowSource } from './workflow-source.js';

/** Longest status message made so, in characters. */
const MAX_LENGTH = 500;

/** Where a status message comes from. */
export interface DeclaredStatus {
  readonly source: WorkflowSource;
  /** The member of what is read that has to be there. Absent: all of it. */
  readonly path?: string;
  /** What is said: `{path}` stands for a member of what is read, or an argument. Absent: the member itself. */
  readonly text?: string;
}

/** Where progress comes from. */
export interface DeclaredProgress {
  readonly source: WorkflowSource;
  /** The member that is the number. Absent: what is read is the number itself. */
  readonly path?: string;
  /** What the number will be in the end, or the member or argument that says so. Absent: nobody knows. */
  readonly total?: number | string;
  /** The member that says what is being done. Absent: none. */
  readonly messagePath?: string;
}

function toText(value: unknown): string | undefined {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar && value !== '' ? String(value) : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The status message in what was read; `undefined` when it says nothing. */
export function toStatusMessage(
  { path, text }: DeclaredStatus,
  read: ReadValue,
): string | undefined {
  const member = readMember(read.value, path);
  if (member === undefined || member === null || member === '') return undefined;
  const message = text === undefined ? toText(member) : fillInRead(text, read);
  return message === undefined ? undefined : cutText(message, MAX_LENGTH);
}

/** The progress in what was read; `undefined` when there is no number. */
export function toProgress(
  { path, total, messagePath }: DeclaredProgress,
  read: ReadValue,
): TaskProgress | undefined {
  const { value } = read;
  const progress = toNumber(readMember(value, path));
  if (progress === undefined) return undefined;
  const whole = typeof total === 'string' ? toNumber(readPlace(read, total)) : total;
  const message = messagePath === undefined ? undefined : toText(readMember(value, messagePath));
  return {
    progress,
    ...(whole !== undefined && { total: whole }),
    ...(message !== undefined && { message: cutText(message, MAX_LENGTH) }),
  };
}
