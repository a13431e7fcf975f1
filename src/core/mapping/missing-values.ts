import type { Logger } from '../logger.js';

import type { ShownText } from './text.js';

/** Maximum number of remembered tools with their keys. */
const MAX_TOLD = 1_000;

interface MissingValues extends Pick<ShownText, 'missing'> {
  readonly toolName: string;
  /** The text in the manifest: `confirm`, `result.text`. */
  readonly key: string;
}

const reported = new WeakMap<Logger, Set<string>>();

/** Logs once for each text of a tool that it was shown without some of its values. */
export function logMissing(
  logger: Logger | undefined,
  { toolName, key, missing }: MissingValues,
): void {
  if (!logger || missing.length === 0) return;
  const places = reported.get(logger) ?? new Set<string>();
  reported.set(logger, places);
  const place = `${toolName} ${key}`;
  if (places.has(place) || places.size >= MAX_TOLD) return;
  places.add(place);
  logger.warn({ toolName, key, missing }, 'a text is shown with "(none)" where a value is missing');
}
