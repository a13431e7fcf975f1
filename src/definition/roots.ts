/** The roots of the language, as the table of docs/language.md has them. A name alone is a member of `$input`. */
export const ROOTS = {
  input: { where: 'everywhere', gives: 'The arguments of the call are' },
  caller: { where: 'everywhere', gives: 'The caller is' },
  task: { where: 'after the ID is made', gives: 'The task is' },
  query: { where: 'where a query is read', gives: 'What the Query gave is' },
  memo: { where: 'where a memo is read', gives: 'What the memo has is' },
  searchAttribute: {
    where: 'where a searchAttribute is read',
    gives: 'What the Search Attribute has is',
  },
  heartbeat: { where: 'where a heartbeat is read', gives: 'What the heartbeat has is' },
  currentDetails: {
    where: 'where currentDetails are read',
    gives: 'What the current details have is',
  },
  answer: {
    where: 'in the answer of a question',
    gives: 'What the person has answered is',
  },
  result: { where: 'in result', gives: 'What was returned is' },
  job: { where: 'in a job, after its start', gives: 'What "ids" has named is' },
  body: {
    where: 'where the reply of a service is read',
    gives: 'What the service has answered is',
  },
  headers: { where: 'where the reply of a service is read', gives: 'A header of the reply is' },
  event: { where: 'in the body of a webhook', gives: 'The message of the webhook is' },
  question: {
    where: 'in the body of a webhook whose only event is task.input_required',
    gives: 'The question is',
  },
  code: { where: 'where the reply of a service is read', gives: 'The HTTP status is' },
} as const satisfies Record<string, { readonly where: string; readonly gives: string }>;

export type Root = keyof typeof ROOTS;

export function isRoot(name: string): name is Root {
  return Object.hasOwn(ROOTS, name);
}

/** Members of `$caller`. */
const CALLER = ['subject', 'name', 'issuer', 'kind', 'claims'];
/** Members of `$task`; only a job has a token. */
const TASK = ['id'];

/** Names of members that are known when the manifest is read. Absent: any. */
export type Members = readonly string[] | undefined;

/** The names that an expression may have at its place. */
export interface Place {
  /** The tool or action, for messages. */
  readonly tool: string;
  /** Arguments of the call, by name. */
  readonly input: readonly string[];
  /** Those of them that the Workflow gets unchanged, so that they can be read later. */
  readonly carried: 'all' | readonly string[];
  /** Those of them that can no longer be read, and why. */
  readonly lost?: { readonly names: readonly string[]; readonly why: string } | undefined;
  /** Known roots besides `input`, with the names of their members. */
  readonly roots: Readonly<Partial<Record<Root, Members>>>;
  /** The root of what is read here, which a name alone is often meant to be. */
  readonly subject?: Root | undefined;
  /** Fields of the form of a question. */
  readonly form?: readonly string[] | undefined;
  /** Fields of a form that was declined: they have no values. */
  readonly declined?: readonly string[] | undefined;
  /** Claims that Workflows get. Absent: any. */
  readonly claims?: Members | undefined;
  /** The JSON Schemas of what is read, by root. Absent: unknown. */
  readonly schemas?:
    Readonly<Partial<Record<Root, Readonly<Record<string, unknown>> | undefined>>> | undefined;
  /** The text is an address, in which `{+name}` keeps slashes. */
  readonly isAddress?: true | undefined;
}

/** No name is known. */
export const NOWHERE: Place = { tool: '', input: [], carried: 'all', roots: {} };

/** The place before a start, which knows the arguments and the caller. */
export function placeBeforeStart(
  tool: string,
  input: readonly string[],
  { claims, carried = 'all', schemas }: Partial<Pick<Place, 'claims' | 'carried' | 'schemas'>>,
): Place {
  return { tool, input, carried, roots: { caller: CALLER }, claims, schemas };
}

/** Adds the root that is known once the task has an ID. */
export function withTask(place: Place, more: readonly string[] = []): Place {
  return { ...place, roots: { ...place.roots, task: [...TASK, ...more] } };
}

const NOT_CARRIED =
  'The Workflow does not get it unchanged, so it cannot be read later: pass it as an argument of its own.';

/** The place of what is read later, when only the arguments are known that the Workflow gets unchanged. */
export function placeLater(place: Place): Place {
  const { carried } = place;
  const later = withTask(place);
  if (carried === 'all') return later;
  const names = place.input.filter((name) => !carried.includes(name));
  return { ...later, lost: { names, why: NOT_CARRIED } };
}

/** A place where the arguments of the call are no longer known. */
export function withoutInput(place: Place): Place {
  const why = 'The server keeps no arguments, so it is not known here.';
  return { ...place, lost: { names: place.input, why } };
}

/** Adds a root that is read at a place. */
export function withSubject(place: Place, subject: Root, members?: Members): Place {
  return { ...place, subject, roots: { ...place.roots, [subject]: members } };
}
