const kills = new Set<() => void>();

function killAll(): void {
  for (const kill of kills) kill();
}

/**
 * Registers a function that ends a child process. It is called when this process exits, also after an uncaught error.
 * Returns a function that removes it again.
 *
 * An unhandled signal ends Node without its `exit` event. So a program that starts children must handle SIGINT, SIGTERM
 * and SIGHUP itself.
 */
export function registerKillAtExit(kill: () => void): () => void {
  // All functions share one listener: Node warns of more than ten listeners.
  if (kills.size === 0) process.once('exit', killAll);
  kills.add(kill);
  return () => {
    kills.delete(kill);
    if (kills.size === 0) process.off('exit', killAll);
  };
}
