import { parseQuestionLinkId, toQuestionLinkId } from '../../core/question/inbox-link.js';

/** Longest encoded task ID in a path, in characters: more than a Workflow ID of 1,000 bytes needs in base64url. */
const MAX_SEGMENT_LENGTH = 3_000;
/** Matches task IDs that need no encoding in paths. */
const PLAIN_ID = /^[A-Za-z0-9_-]+$/;
const ENCODED = '~';

export type Route =
  | {
      readonly name:
        | 'home'
        | 'decided'
        | 'tasks'
        | 'next'
        | 'decide'
        | 'signIn'
        | 'signedIn'
        | 'signOut'
        | 'unknown';
    }
  | { readonly name: 'task' | 'cancel' | 'result'; readonly taskId: string }
  | { readonly name: 'question'; readonly taskId: string; readonly key: string };

const PLACES: Readonly<
  Record<string, Exclude<Route['name'], 'task' | 'cancel' | 'result' | 'question'>>
> = {
  '': 'home',
  decided: 'decided',
  tasks: 'tasks',
  next: 'next',
  decide: 'decide',
  'sign-in': 'signIn',
  'signed-in': 'signedIn',
  'sign-out': 'signOut',
};

function toSegment(taskId: string): string {
  if (PLAIN_ID.test(taskId)) return taskId;
  return `${ENCODED}${Buffer.from(taskId).toString('base64url')}`;
}

function fromSegment(segment: string): string | undefined {
  if (segment.length > MAX_SEGMENT_LENGTH) return undefined;
  if (PLAIN_ID.test(segment)) return segment;
  const encoded = segment.slice(ENCODED.length);
  if (!segment.startsWith(ENCODED) || !PLAIN_ID.test(encoded)) return undefined;
  return Buffer.from(encoded, 'base64url').toString();
}

const UNKNOWN: Route = { name: 'unknown' };

/** Finds the route of a path. @param path Below the inbox: `/tasks/…`. */
export function toRoute(path: string): Route {
  const [, first = '', second, third, ...more] = path.split('/');
  if (more.length > 0) return UNKNOWN;
  if (second === undefined) {
    return Object.hasOwn(PLACES, first) ? { name: PLACES[first] ?? 'unknown' } : UNKNOWN;
  }
  if (first === 'questions' && third === undefined) {
    const question = parseQuestionLinkId(second);
    return question ? { name: 'question', ...question } : UNKNOWN;
  }
  const taskId = first === 'tasks' ? fromSegment(second) : undefined;
  if (taskId === undefined) return UNKNOWN;
  if (third === undefined) return { name: 'task', taskId };
  return third === 'cancel' || third === 'result' ? { name: third, taskId } : UNKNOWN;
}

/** Links within the inbox, as paths. */
export interface InboxPaths {
  /** Path of the inbox, as browsers see it. */
  readonly base: string;
  /** The first page, with what waits for the visitor. */
  readonly home: () => string;
  /** What was decided. @param cursor Default: about the newest tasks. */
  readonly decided: (cursor?: string) => string;
  /** Leads to the next question after an answer. */
  readonly next: string;
  /** Where several questions are decided together. */
  readonly decide: string;
  /** The visitor's tasks. @param cursor Default: the newest ones. */
  readonly tasks: (cursor?: string) => string;
  /** @param events A cursor of the task's history. Default: its first events. */
  readonly task: (taskId: string, events?: string) => string;
  readonly result: (taskId: string) => string;
  readonly cancel: (taskId: string) => string;
  readonly question: (taskId: string, key: string) => string;
  /** @param to Page after the sign-in: a path within the inbox. */
  readonly signIn: (to?: string) => string;
  readonly signedIn: string;
  readonly signOut: string;
  readonly asset: (file: string) => string;
  /** Returns the path of an address within the inbox, and the first page for every other address. */
  readonly within: (address: string) => string;
}

/** The parameter of a question's address that says from which list it was opened: a query of the first page. */
export const LIST = 'list';

/** Adds the list from which a question was opened to another address of it. */
export function withList(path: string, { searchParams }: URL): string {
  const list = searchParams.get(LIST);
  return list === null ? path : `${path}?${new URLSearchParams({ [LIST]: list }).toString()}`;
}

/** An origin that no address names. */
const HERE = 'http://inbox.invalid';

/**
 * Makes links.
 *
 * @param base The path of the inbox, as browsers see it: `/inbox`, or '' at the root of a host. A proxy may change it.
 */
export function createPaths(base: string): InboxPaths {
  const first = base === '' ? '/' : base;
  const withQuery = (path: string, name: string, value: string | undefined): string =>
    value === undefined ? path : `${path}?${new URLSearchParams({ [name]: value }).toString()}`;
  return {
    base,
    home: () => first,
    decided: (cursor) => withQuery(`${base}/decided`, 'cursor', cursor),
    next: `${base}/next`,
    decide: `${base}/decide`,
    tasks: (cursor) => withQuery(`${base}/tasks`, 'cursor', cursor),
    task: (taskId, events) => withQuery(`${base}/tasks/${toSegment(taskId)}`, 'events', events),
    result: (taskId) => `${base}/tasks/${toSegment(taskId)}/result`,
    cancel: (taskId) => `${base}/tasks/${toSegment(taskId)}/cancel`,
    question: (taskId, key) => `${base}/questions/${toQuestionLinkId({ taskId, key })}`,
    signIn: (to) => withQuery(`${base}/sign-in`, 'to', to),
    signedIn: `${base}/signed-in`,
    signOut: `${base}/sign-out`,
    asset: (file) => `${base}/${file}`,
    within: (address) => {
      const url = URL.canParse(address, `${HERE}${first}`) && new URL(address, `${HERE}${first}`);
      if (!url || url.origin !== HERE) return first;
      const { pathname, search } = url;
      // Browsers take what begins with two slashes for another host.
      const isBelow = pathname.startsWith(`${base}/`) && !pathname.startsWith('//');
      return isBelow || pathname === first ? `${pathname}${search}` : first;
    },
  };
}
