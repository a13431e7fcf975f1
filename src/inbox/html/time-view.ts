import { toDurationWords } from '../../core/value/number-words.js';

import { h, type Html } from './html.js';

const MOMENT_MS = 2_000;

/** A duration in its largest unit: `5 minutes`, or `a moment` below 2 s. */
export function toAgeWords(ms: number): string {
  return ms < MOMENT_MS ? 'a moment' : toDurationWords(ms);
}

function toUtc(instant: string): string {
  return Number.isNaN(Date.parse(instant))
    ? instant
    : `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Shows a moment in UTC. A script changes it to the reader's time zone. */
export function showTime(instant: string): Html {
  return h('time', { datetime: instant }, toUtc(instant));
}

/** Shows the time since a moment: `5 minutes`. A script updates it. The title of the element is the moment itself. */
export function showSince(instant: string): Html {
  const ms = Date.now() - Date.parse(instant);
  const text = Number.isNaN(ms) ? instant : toAgeWords(ms);
  return h('time', { datetime: instant, 'data-since': true, title: toUtc(instant) }, text);
}

/** Shows a moment, and the time since then. */
export function showMoment(instant: string): Html {
  return [showTime(instant), ', ', showSince(instant), ' ago'];
}

/** Shows the time left until a moment: `4 minutes left`. */
export function showUntil(instant: string, nowMs: number): Html {
  const ms = Date.parse(instant) - nowMs;
  const text = ms > 0 ? `${toAgeWords(ms)} left` : `over since ${toAgeWords(-ms)}`;
  return h('time', { datetime: instant, 'data-since': true, title: toUtc(instant) }, text);
}
