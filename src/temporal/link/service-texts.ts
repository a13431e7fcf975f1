/**
 * Texts of the service, and of the SDKs of Workers, where a code has several meanings. They differ by version: a text
 * that no pattern knows counts as the code's usual meaning.
 */

const NO_NAMESPACE = /Namespace .* is not found/i;

export function saysNoNamespace(text: string): boolean {
  return NO_NAMESPACE.test(text);
}

/** A Search Attribute is not registered, or has another type. */
const SEARCH_ATTRIBUTE = /search attribute/i;
const ATTRIBUTE_NAME =
  /search attribute:? ["']?([\w-]+)|'([\w-]+)' is not a valid search attribute/i;

export function saysSearchAttribute(text: string): boolean {
  return SEARCH_ATTRIBUTE.test(text);
}

/** Returns the name of the Search Attribute that a namespace does not have. */
export function findAttributeName(text: string): string | undefined {
  const [, named, queried] = ATTRIBUTE_NAME.exec(text) ?? [];
  return named ?? queried;
}

const WRONG_VALUE = /invalid value for search attribute ["']?([\w-]+)["']? of type (\w+)/i;

/** Returns the name and the type of a Search Attribute that does not take the value of a start. */
export function findWrongValue(
  text: string,
): { readonly name: string; readonly type: string } | undefined {
  const [, name, type] = WRONG_VALUE.exec(text) ?? [];
  return name === undefined || type === undefined ? undefined : { name, type };
}

const TOO_LARGE = /received message larger than max/i;

/** The text of gRPC, at either end, about a message above its limit. A busy service has the same code. */
export function saysTooLarge(text: string): boolean {
  return TOO_LARGE.test(text);
}

const TOO_MANY_POLLS = /concurrent poller limit exceeded/i;

/** The text of the service above `frontend.namespaceCount`. It counts plain reads of an Activity as long polls, too. */
export function saysTooManyPolls(text: string): boolean {
  return TOO_MANY_POLLS.test(text);
}

const TOO_MANY_SIGNALS = /execution limit for signal events/i;

/** The text of the service about an execution that has had as many Signals as it may have. */
export function saysTooManySignals(text: string): boolean {
  return TOO_MANY_SIGNALS.test(text);
}

const REFUSALS = {
  paused: /workflow is paused/i,
  failing: /due to (?:Workflow Task in failed state|unexpected workflow task failure)/i,
  full: /limit on the total number of distinct updates/i,
} as const;

/**
 * The state of a Workflow in which the service refuses a Query or an Update at once, so that no Worker gets it. `full`:
 * it has had as many Updates as the service allows.
 */
export type RefusingState = keyof typeof REFUSALS;

/** `undefined` if the service has no Worker for the message. Both have the code FAILED_PRECONDITION. */
export function findRefusingState(text: string): RefusingState | undefined {
  const states = Object.keys(REFUSALS) as RefusingState[];
  return states.find((state) => REFUSALS[state].test(text));
}

const UNKNOWN_QUERY = /did not register|unknown query|expected but not found|not registered/i;

/** A Worker's text about a Query without a handler. */
export function saysUnknownQuery(text: string): boolean {
  return UNKNOWN_QUERY.test(text);
}

const UNKNOWN_TYPE =
  /not registered|no such function is exported|unable to find (?:workflow type|activityType)|unknown workflow type/i;

/** A Worker's text about a type of Workflow or Activity that it does not have. */
export function saysUnknownType(text: string): boolean {
  return UNKNOWN_TYPE.test(text);
}

const UNREADABLE_ARGUMENTS =
  /failed decoding arguments|unable to decode the activity function input|DataConverterException|failed to convert (?:arguments|parameters)|(?:missing|takes) \d+ (?:required )?positional argument|takes from \d+ to \d+ positional/i;

/** An SDK's text about arguments that a function does not take, in Python, Go, Java and .NET. */
export function saysUnreadableArguments(text: string): boolean {
  return UNREADABLE_ARGUMENTS.test(text);
}
