import type { ArgumentsShape } from '../../core/survey/arguments-shape.js';
import { looksLikeData } from '../../core/survey/looks-like-data.js';
import { toSchema } from '../../core/survey/shape-schema.js';
import type { ValueShape } from '../../core/survey/value-shape.js';
import type { WorkflowRecord } from '../../core/survey/workflow-record.js';

/** Matches names of a total. */
const TOTAL = /^(?:total|of|size|max|all)$|total/i;

/** `progress` of a tool. */
export interface DraftProgress {
  readonly from: { readonly heartbeat: string; readonly path: string };
  readonly total: string;
}

/** The draft of `progress` from the heartbeats of a Workflow's Activities. */
export interface DraftHeartbeats {
  /** Absent: the names do not show which number is the total. */
  readonly progress?: DraftProgress;
  /** The recorded shape and, where a person has to decide, a proposed line for the manifest. */
  readonly comments: readonly string[];
}

/** Returns members of heartbeat details by the path that `progress` reads. Several details are read as a list. */
function membersOf({ positions }: ArgumentsShape): [path: string, shape: ValueShape][] {
  const [first] = positions;
  if (positions.length > 1) return positions.map((shape, index) => [String(index), shape]);
  return [...(first?.members ?? [])].filter(([name]) => !looksLikeData(name));
}

function isNumber({ integers, decimals, count }: ValueShape): boolean {
  return count > 0 && integers + decimals === count;
}

function toKind(shape: ValueShape): string {
  const { type = 'anything' } = toSchema(shape, 'input');
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function draftOne(heartbeat: string, shape: ArgumentsShape): DraftHeartbeats {
  const [first] = shape.positions;
  if (!first) return { comments: [] };
  const members = membersOf(shape);
  const kinds = members.map(([path, member]) => `${path}: ${toKind(member)}`).join(', ');
  const seen = `Heartbeats of ${heartbeat} have ${kinds === '' ? toKind(first) : kinds}.`;
  const numbers = members.filter(([, member]) => isNumber(member)).map(([path]) => path);
  const [total, ...totals] = numbers.filter((path) => TOTAL.test(path));
  const [path, ...others] = numbers.filter((one) => one !== total);
  if (path !== undefined && total !== undefined && totals.length + others.length === 0) {
    return { progress: { from: { heartbeat, path }, total }, comments: [seen] };
  }
  if (members.length === 0 && !isNumber(first)) return { comments: [seen] };
  if (members.length > 0 && path === undefined) return { comments: [seen] };
  const at = path === undefined ? '' : `, path: '${path}'`;
  const whole = others.length === 1 && total === undefined ? `, total: '${others[0] ?? ''}'` : '';
  const line = `progress: { from: { heartbeat: ${heartbeat}${at} }${whole} }`;
  return { comments: [`${seen} If that counts what is done:`, line] };
}

/** Drafts `progress` from heartbeats: as a key if the names are clear, otherwise as a comment for a person. */
export function draftProgress({ heartbeats }: WorkflowRecord): DraftHeartbeats {
  const drafts = Array.from(heartbeats, ([type, shape]) => draftOne(type, shape));
  const clear = drafts.flatMap(({ progress }) => progress ?? []);
  const [progress] = clear;
  return {
    comments: drafts.flatMap(({ comments }) => comments),
    ...(progress && clear.length === 1 && { progress }),
  };
}
