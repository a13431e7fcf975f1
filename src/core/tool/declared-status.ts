/** Status and progress of a Workflow that does not use MCP, from its own Queries, memo or attributes. */
import type { TaskProgress } from '../contract/contract.js';
import { fillInRead, type ReadValue, readPlace } from '../mapping/call-arguments.js';
import type { WorkflowSource } from '../mapping/workflow-source.js';
import { cutText } from '../value/cut-text.js';
import { readMember } from '../value/member-path.js';

/** Maximum length of a status message from these sources, in characters. */
const MAX_LENGTH = 500;

export interface DeclaredStatus {
  readonly source: WorkflowSource;
  /** Path of the member that must have a value. Absent: the whole value. */
  readonly path?: string;
  /** The message: `{path}` stands for a member of the read value, or an argument. Absent: the member itself. */
  readonly text?: string;
}

export interface DeclaredProgress {
  readonly source: WorkflowSource;
  /** The member with the number. Absent: the value itself is the number. */
  readonly path?: string;
  /** The final number, or the path of the member or argument with it. Absent: unknown. */
  readonly total?: number | string;
  /** The member with the current step. Absent: none. */
  readonly messagePath?: string;
}

function toText(value: unknown): string | undefined {
  const isScalar = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  return isScalar && value !== '' ? String(value) : undefined;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function toStatusMessage(
  { path, text }: DeclaredStatus,
  read: ReadValue,
): string | undefined {
  const member = readMember(read.value, path);
  if (member === undefined || member === null || member === '') return undefined;
  const message = text === undefined ? toText(member) : fillInRead(text, read);
  return message === undefined ? undefined : cutText(message, MAX_LENGTH);
}

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
