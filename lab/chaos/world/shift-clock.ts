/** Loaded ahead of a Worker (`node --import`): its clock is ahead by CHAOS_CLOCK_AHEAD, in minutes. */
const AHEAD_MS = Number(process.env['CHAOS_CLOCK_AHEAD']) * 60_000;

const { now } = Date;
const shiftedNow = (): number => now() + AHEAD_MS;

globalThis.Date = new Proxy(Date, {
  construct: (date, args: unknown[], newTarget) =>
    Reflect.construct(date, args.length === 0 ? [shiftedNow()] : args, newTarget) as Date,
  get: (date, name, receiver) =>
    name === 'now' ? shiftedNow : (Reflect.get(date, name, receiver) as unknown),
});
