const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time until a stop is forced, unless the options extend it. */
const FORCE_AFTER_MS = 15_000;

/**
 * Waits for Ctrl-C (or SIGTERM, or SIGHUP) or for `ended`, then runs the stops in turn. The same signal a second time,
 * or a stop that takes too long, ends the process at once. A different signal does not: to stop a server over stdio,
 * hosts first close its input or send SIGINT, and then send SIGTERM.
 *
 * @param ended Settles when the program has ended by itself. Its rejection is thrown after the stops.
 * @param graceMs Time for the stops besides the 15 seconds that they always have.
 */
export async function untilStopped(
  stops: readonly (() => Promise<void>)[],
  ended = new Promise<unknown>(() => undefined),
  graceMs = 0,
): Promise<void> {
  let begin: () => void = () => undefined;
  const signalled = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const force = (): void => {
    process.exit(1);
  };
  const came = new Set<NodeJS.Signals>();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (came.has(signal)) force();
    came.add(signal);
    begin();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  let failure: { readonly error: unknown } | undefined;
  await Promise.race([
    signalled,
    ended.catch((error: unknown) => {
      failure = { error };
    }),
  ]);
  // A rejection during the stops isn't a failure.
  const failureBefore = failure;
  const timer = setTimeout(force, FORCE_AFTER_MS + graceMs);
  try {
    for (const stop of stops) await stop();
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
  if (failureBefore) throw failureBefore.error;
}
