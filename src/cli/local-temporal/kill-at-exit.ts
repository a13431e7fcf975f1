const kills = new Set<() => void>();

function killAll(): void {
  for (const kill of kills) kill();
}

/**
 * Registers what ends a child process, to be called when this process exits, by itself or by an
 * uncaught error. Returns the function that takes it back.
 *
 * A signal that nobody handles ends Node without its `exit` event: a program that starts children must
 * handle SIGINT, SIGTERM and SIGHUP itself.
 */
export function registerKillAtExit(kill: () => void): () => void {
  // One listener for all: one each would run into Node's warning at eleven.
  if (kills.size === 0) process.once('exit', killAll);
  kills.add(kill);
  return () => {
    kills.delete(kill);
    if (kills.size === 0) process.off('exit', killAll);
  };
}
