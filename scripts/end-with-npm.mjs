/**
 * A SIGTERM sent to `npm run …` ends npm and its shell, but the shell doesn't forward it. This process
 * and its servers would keep running, so it sends itself the signal once its parent has ended.
 */
import { clearInterval, setInterval } from 'node:timers';

const CHECK_EVERY_MS = 250;

export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}
