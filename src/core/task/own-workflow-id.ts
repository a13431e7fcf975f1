/**
 * IDs in a form that the operator chooses: a text with arguments of a call (`order-{order_id}`). They are the task IDs
 * of such tools, and always differ from those of `task-id.ts`. Those of Activities begin with `activity:`.
 *
 * Different arguments give different IDs. Values are percent-encoded as UTF-8, except letters, digits and `- . _ ~ : @
 * / + , =`. If another placeholder follows, values also encode the separator between the two. So IDs need no encoding
 * in headers and no quotes in list filters.
 */
import { literalsOf, placeholdersOf, type Text } from '../mapping/text.js';
import { CLIENT_LIMITS } from '../value/client-limits.js';

import { parseTaskId, type TaskKind } from './task-id.js';

/**
 * Maximum length of an ID, in characters. SQL stores allow 255 for a Workflow ID, and the companion of a cancelled
 * task adds a prefix.
 */
export const MAX_OWN_ID_LENGTH = CLIENT_LIMITS.ownWorkflowId.most;

/** Prefix of all IDs that this package generates. */
const RESERVED_START = 'mcp-';
/** Prefix of all IDs of Activities that the operator chooses. No Workflow ID of the operator's has it. */
export const OWN_ACTIVITY_START = 'activity:';
const SAFE = String.raw`A-Za-z0-9\-._~:@/+,=`;
const UNSAFE_CHARACTER = new RegExp(`[^${SAFE}]`, 'gu');
const SAFE_TEXT = new RegExp(`^[${SAFE}]*$`);
const OWN_ID = new RegExp(`^[${SAFE}%]{1,${MAX_OWN_ID_LENGTH}}$`);

/**
 * The UTF-8 of a character. Encoders replace any unpaired surrogate by one and the same character. Here each keeps its
 * own bytes (WTF-8), so different texts stay different.
 */
function toBytes(character: string): ArrayLike<number> {
  const unit = character.charCodeAt(0);
  const isHalf = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
  if (!isHalf) return new TextEncoder().encode(character);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
}

function percentEncode(character: string): string {
  return Array.from(
    toBytes(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** Returns true for a valid ID of either kind. Only a read shows whether the execution exists, and who owns it. */
export function isOwnWorkflowId(text: string): boolean {
  return OWN_ID.test(text) && !text.startsWith(RESERVED_START);
}

/** Returns the kind of execution that a task ID names, made by the server or of an operator's text. */
export function kindOfTaskId(taskId: string): TaskKind {
  return (
    parseTaskId(taskId)?.kind ?? (taskId.startsWith(OWN_ACTIVITY_START) ? 'activity' : 'workflow')
  );
}

function mayBegin(start: string, prefix: string): boolean {
  return prefix.startsWith(start) || start.startsWith(prefix);
}

function findStartFault(start: string, kind: TaskKind): string | undefined {
  if (kind === 'activity') {
    if (start.startsWith(OWN_ACTIVITY_START)) return undefined;
    return `The ID of an Activity begins with "${OWN_ACTIVITY_START}": write "${OWN_ACTIVITY_START}order-{order_id}".`;
  }
  if (start !== '' && mayBegin(start, OWN_ACTIVITY_START)) {
    return `Start with another text ("order-{order_id}"): IDs of Activities begin with "${OWN_ACTIVITY_START}".`;
  }
  return mayBegin(start, RESERVED_START)
    ? `Start with a fixed text ("order-{order_id}") other than "${RESERVED_START}". Otherwise arguments could name any Workflow.`
    : undefined;
}

/** Finds faults of a text as an ID, in sentences that say how to correct it. Empty for a valid text. */
export function findIdTemplateFaults(
  template: Text,
  kind: TaskKind = 'workflow',
): readonly string[] {
  const [start = '', ...others] = literalsOf(template);
  const faults: string[] = [];
  if (placeholdersOf(template).length === 0) {
    faults.push('All calls would have the same ID: use an argument ("order-{order_id}").');
  }
  const startFault = findStartFault(start, kind);
  if (startFault !== undefined) faults.push(startFault);
  if (![start, ...others].every((literal) => SAFE_TEXT.test(literal))) {
    faults.push('Use letters, digits and "- . _ ~ : @ / + , =" besides the placeholders.');
  }
  if (others.slice(0, -1).some((literal) => !/^[^A-Za-z0-9]/.test(literal))) {
    faults.push(
      'Separate placeholders by a character such as "/" or "-", so that no two calls get the same ID.',
    );
  }
  if ([start, ...others].join('').length >= MAX_OWN_ID_LENGTH) {
    faults.push(`An ID has at most ${MAX_OWN_ID_LENGTH} characters.`);
  }
  return faults;
}

/** @param values One for each placeholder, in order. The length of the ID is not checked. */
export function fillWorkflowId(template: Text, values: readonly string[]): string {
  const [start = '', ...behind] = literalsOf(template);
  const rest = behind.map((literal, index) => {
    const end = index === behind.length - 1 ? undefined : literal.charAt(0);
    // Composed and decomposed letters look the same.
    const composed = (values[index] ?? '').normalize('NFC');
    const escaped = composed.replace(UNSAFE_CHARACTER, percentEncode);
    const value = end === undefined ? escaped : escaped.replaceAll(end, percentEncode(end));
    return `${value}${literal}`;
  });
  return [start, ...rest].join('');
}
