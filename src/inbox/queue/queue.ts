/** The open questions of a visitor, in the order in which they are answered. */
import type { QueuedTask, QueuePage } from '../../core/question/asked-task.js';
import { toQuestionLinkId } from '../../core/question/inbox-link.js';
import type { Question } from '../../core/question/question.js';
import { compareQueued } from '../../core/question/queue-order.js';
import { asApprover, asOwner } from '../../core/task/viewer.js';
import type { Placed } from '../pages/after-answer.js';
import type { InboxContext, InboxRequest } from '../pages/inbox-context.js';

/** Questions of one page. */
export const PAGE_SIZE = 50;
const HOUR_MS = 60 * 60_000;

/** An open question in the list. */
export interface QueueItem extends Placed {
  readonly task: QueuedTask;
  readonly question: Question;
}

export interface Queue extends Omit<QueuePage, 'tasks'> {
  readonly items: readonly QueueItem[];
}

export function comparePlaces(a: Placed, b: Placed): number {
  return compareQueued(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function toItems(task: QueuedTask): readonly QueueItem[] {
  const { taskId, toolName, questions } = task;
  return questions.map((question) => ({
    id: toQuestionLinkId({ taskId, key: question.key }),
    toolName,
    task,
    question,
    answerBy: question.answerBy,
    askedAt: question.askedAt ?? task.askedAt,
  }));
}

/** Reads all questions that the visitor may answer. @param cursor Default: the newest and the oldest tasks. */
export async function readQueue(
  { tasks, hasApprovers }: Pick<InboxContext, 'tasks' | 'hasApprovers'>,
  { caller }: Pick<InboxRequest, 'caller'>,
  cursor: string | undefined,
): Promise<Queue> {
  const as = hasApprovers ? [asOwner(caller), asApprover(caller)] : [asOwner(caller)];
  const { tasks: asking, ...page } = await tasks.listQueue(as, { cursor });
  return { ...page, items: asking.flatMap(toItems).sort(comparePlaces) };
}

/** Questions that stand together in the list. */
export interface Group<Item extends Placed> {
  readonly kind: 'dueSoon' | 'due' | 'tool';
  readonly toolName: string;
  readonly items: readonly Item[];
}

function kindOf({ answerBy }: Placed, nowMs: number): Group<Placed>['kind'] {
  if (answerBy === undefined) return 'tool';
  return Date.parse(answerBy) - nowMs < HOUR_MS ? 'dueSoon' : 'due';
}

/** Groups questions that are in order: deadlines, then by tool. A group stands where its first question does. */
export function toGroups<Item extends Placed>(
  items: readonly Item[],
  nowMs: number,
): readonly Group<Item>[] {
  const groups = new Map<string, Group<Item> & { readonly items: Item[] }>();
  for (const item of items) {
    const kind = kindOf(item, nowMs);
    const name = kind === 'tool' ? `tool ${item.toolName}` : kind;
    const group = groups.get(name) ?? { kind, toolName: item.toolName, items: [] };
    group.items.push(item);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Returns the question after a place in the list as people see it. `undefined`: it was the last one. */
export function findNext(
  items: readonly QueueItem[],
  at: Placed,
  nowMs: number,
): QueueItem | undefined {
  const others: readonly Placed[] = items.filter(({ id }) => id !== at.id);
  const placed = [...others, at].sort(comparePlaces);
  const begin = Math.floor(placed.indexOf(at) / PAGE_SIZE) * PAGE_SIZE;
  const shown = toGroups(placed.slice(begin, begin + PAGE_SIZE), nowMs).flatMap(
    (group) => group.items,
  );
  const next = shown[shown.indexOf(at) + 1] ?? placed[begin + PAGE_SIZE];
  return items.find(({ id }) => id === next?.id) ?? items.find(({ id }) => id !== at.id);
}
