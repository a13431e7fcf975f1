import { h, type Html } from './html.js';

/** A moment: in UTC, until a script writes it as it is where its reader is. */
export function showTime(instant: string): Html {
  const text = Number.isNaN(Date.parse(instant))
    ? instant
    : `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return h('time', { datetime: instant }, text);
}
