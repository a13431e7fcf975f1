import type { Logger } from '../logger.js';

import type { ShownText } from './text.js';

/** Maximum number of remembered tools with their keys. */
const MAX_TOLD = 1_000;

interface MissingValues extends Pick<ShownText, 'missing'> {
  readonly toolName: string;
  /** The text in the manifest: `confirm`, `result.text`. */
  readonly key: string;
}

interface WrongValue extends Pick<MissingValues, 'toolName' | 'key'> {
  /** What it should be, in words. */
  readonly wanted: string;
}

const reported = new WeakMap<Logger, Set<string>>();

/** Returns true once for each key of a tool. */
function isFirst(logger: Logger, { toolName, key }: Omit<WrongValue, 'wanted'>): boolean {
  const places = reported.get(logger) ?? new Set<string>();
  reported.set(logger, places);
  const place = `${toolName} ${key}`;
  if (places.has(place) || places.size >= MAX_TOLD) return false;
  places.add(place);
  return true;
}

/** Logs once for each text of a tool that it was shown without some of its values. */
export function logMissing(
  logger: Logger | undefined,
  { toolName, key, missing }: MissingValues,
): void {
  if (!logger || missing.length === 0 || !isFirst(logger, { toolName, key })) return;
  logger.warn({ toolName, key, missing }, 'a text is shown with "(none)" where a value is missing');
}

/** Logs once for each key of a tool that its value is left out, since it is not what it should be. */
export function logWrong(logger: Logger, { toolName, key, wanted }: WrongValue): void {
  if (!isFirst(logger, { toolName, key })) return;
  logger.warn({ toolName, key, wanted }, 'a value is left out, since it is not what is wanted');
}
