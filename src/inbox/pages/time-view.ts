import { toAgeWords } from './duration-words.js';
import { h, type Html } from './html.js';

function toUtc(instant: string): string {
  return Number.isNaN(Date.parse(instant))
    ? instant
    : `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A moment: in UTC, until a script writes it as it is where its reader is. */
export function showTime(instant: string): Html {
  return h('time', { datetime: instant }, toUtc(instant));
}

/** Time since a moment, as `5 minutes`. A script updates it; the moment itself is its title. */
export function showSince(instant: string): Html {
  const ms = Date.now() - Date.parse(instant);
  const text = Number.isNaN(ms) ? instant : toAgeWords(ms);
  return h('time', { datetime: instant, 'data-since': true, title: toUtc(instant) }, text);
}

/** A moment, and how long ago it is. */
export function showMoment(instant: string): Html {
  return [showTime(instant), ', ', showSince(instant), ' ago'];
}
