const UNITS = [
  { name: 'd', ms: 24 * 60 * 60_000 },
  { name: 'h', ms: 60 * 60_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const;

/** Age of an instant in the largest unit that fits: `5 min`. An invalid instant is shown as it is. */
export function describeAge(instant: string, nowMs = Date.now()): string {
  const ageMs = nowMs - Date.parse(instant);
  if (Number.isNaN(ageMs)) return instant;
  const unit = UNITS.find(({ ms }) => ageMs >= ms);
  return unit ? `${Math.floor(ageMs / unit.ms)} ${unit.name}` : '0 s';
}
