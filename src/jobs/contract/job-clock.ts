/** A time of the next hours for people, `13:04 UTC`. */
export function toClock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
